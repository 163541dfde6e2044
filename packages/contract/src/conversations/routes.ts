import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, pageOf, paging, personText, queryInt } from '../kit/shapes.ts'
import { PRODUCT_TYPES } from '../order-lists/kinds.ts'

/**
 * Conversations of two people about something one of them offers: text and files, from before an order on. What it can be
 * about, and who may take part, the markets say.
 */

export const MESSAGE_CHARS = 2000
export const CONVERSATION_FILE_BYTES = 10 * 1024 * 1024
/** Files of one person in one conversation. */
export const CONVERSATION_FILES = 100
/** Markets whose offers can be talked about; the wire's product types. */
export const SUBJECT_KINDS = PRODUCT_TYPES

/** What is passed on: documents, pictures, archives, plain text. Nothing a browser would run. */
export const CONVERSATION_FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'text/plain',
] as const

export const ConversationFile = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(CONVERSATION_FILE_TYPES),
  bytes: z.number().int(),
})

export const Message = z.object({
  id: Id,
  isOwn: z.boolean(),
  text: z.string(),
  file: ConversationFile.nullable(),
  at: Moment,
  /** Where to read on from: pass the smallest seen as `before`. */
  position: z.number().int(),
})

export const ConversationHead = z.object({
  id: Id,
  subject: z.object({
    kind: z.enum(SUBJECT_KINDS),
    id: Id,
    /** The number people see, such as CP-…; empty when the offer is gone. */
    title: z.string(),
    isOpen: z.boolean(),
  }),
  other: PersonCard,
  /** Whether the other one offers it (else the reader does). */
  isOtherOwner: z.boolean(),
  last: z.object({ text: z.string(), hasFile: z.boolean(), isOwn: z.boolean(), at: Moment }).nullable(),
  unread: z.number().int(),
  /** Up to where the other one has read; positions of messages. */
  otherReadPosition: z.number().int(),
})

const ConversationId = z.object({ id: Id })

export const openConversation = route({
  id: 'conversations.open',
  method: 'POST',
  path: '/api/conversation/open',
  summary: 'Open the conversation about an offer with whoever offers it, or find the one there is',
  auth: 'user',
  body: z.strictObject({ subjectKind: z.enum(SUBJECT_KINDS), subjectId: Id }),
  ok: ConversationHead,
  errors: ['resource.not-found', 'conversations.own-subject', 'request.too-frequent'],
})

export const listConversations = route({
  id: 'conversations.list',
  method: 'GET',
  path: '/api/conversation/page',
  summary: 'One’s conversations, the newest word first',
  auth: 'user',
  query: z.object(paging(20)),
  ok: pageOf(ConversationHead).extend({ unread: z.number().int() }),
})

export const getConversation = route({
  id: 'conversations.get',
  method: 'GET',
  path: '/api/conversation/query/{id}',
  summary: 'One conversation',
  auth: 'user',
  params: ConversationId,
  ok: ConversationHead,
  errors: ['resource.not-found'],
})

export const listMessages = route({
  id: 'conversations.messages',
  method: 'GET',
  path: '/api/conversation/messages/{id}',
  summary: 'Messages of a conversation, newest first, before a position',
  auth: 'user',
  params: ConversationId,
  query: z.object({
    before: queryInt(0, Number.MAX_SAFE_INTEGER),
    size: queryInt(1, 100).transform((size) => size ?? 30),
  }),
  ok: z.object({ content: z.array(Message), hasMore: z.boolean() }),
  errors: ['resource.not-found'],
})

export const sendMessage = route({
  id: 'conversations.send',
  method: 'POST',
  path: '/api/conversation/send/{id}',
  summary: 'Say something, pass a file on, or both',
  auth: 'user',
  params: ConversationId,
  body: z.strictObject({ text: personText(0, MESSAGE_CHARS), fileId: Id.optional() }),
  ok: Message,
  errors: ['resource.not-found', 'conversations.empty', 'request.too-frequent'],
})

export const readConversation = route({
  id: 'conversations.read',
  method: 'POST',
  path: '/api/conversation/read/{id}',
  summary: 'Everything up to this position was seen',
  auth: 'user',
  params: ConversationId,
  body: z.strictObject({ position: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const uploadConversationFile = route({
  id: 'conversations.upload',
  method: 'POST',
  path: '/api/conversation/file/{id}',
  summary: 'Upload a file to be sent with a message (multipart field "file", at most 10 MB)',
  auth: 'user',
  bodyKind: 'multipart',
  params: ConversationId,
  ok: ConversationFile,
  errors: [
    'resource.not-found',
    'files.missing',
    'conversations.file-type',
    'conversations.file-too-large',
    'conversations.file-limit',
    'files.not-an-image',
    'files.picture-slow',
    'files.dimensions',
    'files.quota',
    'request.too-frequent',
  ],
})

export const ticketForConversationFile = route({
  id: 'conversations.file-ticket',
  method: 'POST',
  path: '/api/conversation/file-ticket/{id}',
  summary: 'An address that gives the file once, for 30 seconds',
  auth: 'user',
  params: ConversationId,
  ok: z.object({ url: z.string() }),
  errors: ['resource.not-found'],
})

export const readConversationFile = route({
  id: 'conversations.file',
  method: 'GET',
  path: '/api/conversation/download/{ticket}',
  summary: 'The file a ticket opens, as a download; one range of bytes may be asked for',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/) }),
  ok: z.any(),
  errors: ['resource.not-found', 'files.range'],
})

export const conversationsRoutes = [
  openConversation,
  listConversations,
  getConversation,
  listMessages,
  sendMessage,
  readConversation,
  uploadConversationFile,
  ticketForConversationFile,
  readConversationFile,
] as const
