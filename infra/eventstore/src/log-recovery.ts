/**
 * Opening the log: every frame is verified, a damaged tail is set aside and cut, damage before the tail refuses to start.
 *
 * The tail is what no acknowledgement vouches for. Three things can vouch for a position: a later segment (it is only
 * begun when everything before is durable), a later whole frame (it says up to where the log was acknowledged when it was
 * written), and the acknowledged mark if whole frames follow. What remains is the last group of appends, torn by a crash
 * and never acknowledged, or (when the mark lies beyond it) acknowledged and damaged since. Both are cut, but the second
 * is reported as a loss, and its positions are not given out again: a reader that has seen them misses nothing later.
 */
import fs from 'node:fs'
import path from 'node:path'
import { FRAME_PREFIX, frameLength, isFrame, nextFrameCandidate, readFrame } from './frame.ts'
import { listSegments, openDurable, readFully, readSegmentHeader, type Segment, SEGMENT_HEADER, syncDirectory } from './segment.ts'

const SCAN = 4 * 1024 * 1024

/** The log is damaged where it must not be; the message names file and offset. */
export class LogDamaged extends Error {}

/** What was cut from the end of the log when it was opened. */
export interface CutTail {
  file: string
  offset: number
  bytes: number
  keptAs: string
  /** Bytes of acknowledged appends that are lost with it. */
  acknowledgedLost: number
}

export interface Recovered {
  segments: Segment[]
  /** Identity of the log; undefined for an empty directory. */
  logId: string | undefined
  cut: CutTail | undefined
}

/**
 * Verifies every frame of the segments in `directory`.
 * @param acknowledged the position up to which appends are known to be acknowledged
 * @param asideDirectory where a cut tail is kept
 */
export async function recoverLog(
  directory: string,
  asideDirectory: string,
  acknowledged: number,
): Promise<Recovered> {
  const recovered: Recovered = { segments: [], logId: undefined, cut: undefined }
  const files = listSegments(directory)
  for (const [index, file] of files.entries()) {
    const isLast = index === files.length - 1
    const fd = openDurable(file)
    const header = readSegmentHeader(fd)
    if (header === undefined) {
      if (!isLast || acknowledged > baseFromName(file)) throw new LogDamaged(`${file}: the segment header at offset 0 is damaged`)
      recovered.cut = setAside({ path: file, fd, base: baseFromName(file), end: 0 }, 0, asideDirectory, acknowledged)
      fs.closeSync(fd)
      fs.rmSync(file)
      syncDirectory(directory)
      break
    }
    const previousEnd = recovered.segments.at(-1)?.end ?? 0
    if (header.previousEnd !== previousEnd || (recovered.logId ?? header.logId) !== header.logId) {
      throw new LogDamaged(
        `${file}: at offset 0 the segment continues a log at ${header.previousEnd}, but the segments before it end at ${previousEnd}`,
      )
    }
    recovered.logId = header.logId
    const segment: Segment = { path: file, fd, base: header.base, end: header.base + SEGMENT_HEADER }
    recovered.segments.push(segment)
    const size = fs.fstatSync(fd).size
    await scan(segment, size)
    if (segment.end === header.base + size) continue
    const offset = segment.end - segment.base
    const witness = isLast ? await findWitness(segment, size, acknowledged) : 'a later segment exists'
    if (witness !== undefined) throw new LogDamaged(`${file}: the data at offset ${offset} is damaged although ${witness}`)
    recovered.cut = setAside(segment, offset, asideDirectory, acknowledged)
    fs.ftruncateSync(fd, offset)
    fs.fsyncSync(fd)
  }
  return recovered
}

function baseFromName(file: string): number {
  return Number.parseInt(path.basename(file), 10)
}

/** Moves `segment.end` behind the last frame of the unbroken run of whole frames. */
async function scan(segment: Segment, size: number): Promise<void> {
  let wanted = SCAN
  for (;;) {
    const offset = segment.end - segment.base
    const bytes = await readFully(segment.fd, Math.min(wanted, size - offset), offset)
    let at = 0
    while (isFrame(bytes, at, segment.end)) {
      const length = frameLength(bytes, at)
      at += length
      segment.end += length
    }
    if (offset + bytes.length === size) return
    if (at > 0) {
      wanted = SCAN
      continue
    }
    const length = bytes.length < FRAME_PREFIX ? 0 : frameLength(bytes, 0)
    if (length <= bytes.length) return
    wanted = length
  }
}

/** Looks behind a damaged place for proof that it had been acknowledged. */
async function findWitness(segment: Segment, size: number, acknowledged: number): Promise<string | undefined> {
  const start = segment.end - segment.base
  const bytes = await readFully(segment.fd, size - start, start)
  for (let at = nextFrameCandidate(bytes, 1); at >= 0; at = nextFrameCandidate(bytes, at + 1)) {
    if (!isFrame(bytes, at, segment.end + at)) continue
    const promised = Math.max(acknowledged, readFrame(bytes, at).acknowledged)
    if (promised > segment.end) return `a whole, later append stands at offset ${start + at}`
  }
  return undefined
}

function setAside(segment: Segment, offset: number, asideDirectory: string, acknowledged: number): CutTail {
  fs.mkdirSync(asideDirectory, { recursive: true })
  const bytes = fs.readFileSync(segment.path).subarray(offset)
  const name = `${path.basename(segment.path, '.segment')}-${offset}-${Date.now()}.tail`
  const keptAs = path.join(asideDirectory, name)
  fs.writeFileSync(keptAs, bytes, { flush: true })
  syncDirectory(asideDirectory)
  return {
    file: segment.path,
    offset,
    bytes: bytes.length,
    keptAs,
    acknowledgedLost: Math.max(0, acknowledged - segment.base - offset),
  }
}
