/** What binds a sealed value to its row. */
export const sealedAs = { text: (id: string) => `conversation_messages.text_sealed:${id}` }
