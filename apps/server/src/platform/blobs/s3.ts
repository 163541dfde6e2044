import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { assertBlobKey, type BlobHead, type Blobs } from './blobs.ts'

export type S3Settings = {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Put before every key, so that one bucket may serve several sites. */
  prefix: string
}

const CONNECT_MS = 10_000
/** A connection on which nothing moves for so long is ended, whether the store is silent or whoever reads takes nothing. */
const IDLE_MS = 120_000
/** Bodies that are read at their readers' pace have connections of their own: they keep nothing else waiting. */
const READERS = 2000
const OTHERS = 50

/**
 * Objects in an S3 bucket, which must exist. Streams go up in parts; an upload cut off leaves nothing. A body that nobody
 * goes on reading fails after a while.
 */
export function openS3Blobs(settings: S3Settings, idleMs = IDLE_MS): Blobs & { close(): void } {
  const { bucket, prefix } = settings
  const [client, reading] = [OTHERS, READERS].map((most) => connect(settings, most, idleMs)) as [S3Client, S3Client]
  const at = (key: string) => {
    assertBlobKey(key)
    return { Bucket: bucket, Key: prefix + key }
  }
  return {
    async put(key, body, contentType) {
      await new Upload({ client, params: { ...at(key), Body: body, ContentType: contentType } }).done()
    },
    async find(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await findOr(reading.send(new GetObjectCommand({ ...at(key), Range })))
      return found && { ...headOf(found), body: found.Body as Readable }
    },
    async head(key) {
      const found = await findOr(client.send(new HeadObjectCommand(at(key))))
      return found && headOf(found)
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async list(under, { after, limit = 1000 } = {}) {
      const StartAfter = after === undefined ? undefined : prefix + after
      const ask = { Bucket: bucket, Prefix: prefix + under, StartAfter, MaxKeys: limit }
      const { Contents } = await client.send(new ListObjectsV2Command(ask))
      return (Contents ?? []).map((object) => (object.Key ?? '').slice(prefix.length))
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
    close() {
      client.destroy()
      reading.destroy()
    },
  }
}

function connect(settings: S3Settings, maxSockets: number, socketTimeout: number): S3Client {
  return new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    // Path style works with every S3-compatible store; virtual hosts need DNS of their own.
    forcePathStyle: settings.endpoint !== undefined,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Several S3-compatible stores do not know the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS, socketTimeout },
      ...{ httpAgent: { maxSockets, keepAlive: true }, httpsAgent: { maxSockets, keepAlive: true } },
    },
  })
}

function headOf(facts: { ContentLength?: number; ContentType?: string; ContentRange?: string }): BlobHead {
  const whole = facts.ContentRange?.split('/').at(-1)
  return {
    bytes: whole ? Number(whole) : (facts.ContentLength ?? 0),
    contentType: facts.ContentType ?? 'application/octet-stream',
  }
}

async function findOr<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return undefined
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
    throw error
  }
}
