/** Has the browser save a file that was made or fetched here. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to save it; a moment later the copy in memory is of no use.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
