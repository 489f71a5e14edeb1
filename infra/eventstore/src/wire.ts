/**
 * Protocol Buffers primitives, by hand: appends and reads are the hot path, and the generated classes cost about twenty
 * times the time of copying the bytes.
 */

/** A growing byte buffer with the writers that protobuf messages and log frames need. */
export class ByteWriter {
  buffer: Buffer;
  length = 0;

  constructor(capacity = 1024) {
    this.buffer = Buffer.allocUnsafeSlow(capacity);
  }

  /** The bytes written so far, sharing memory with the writer. */
  view(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  /** Makes room for `size` more bytes. */
  reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  varint(value: number | bigint): void {
    this.reserve(10);
    this.length = putVarint(this.buffer, this.length, value);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  latin1(text: string): void {
    this.reserve(text.length);
    this.length += this.buffer.write(text, this.length, 'latin1');
  }

  utf8(text: string, byteLength: number): void {
    this.reserve(byteLength);
    this.length += this.buffer.write(text, this.length);
  }

  /** A varint field, written also when zero. */
  varintField(field: number, value: number | bigint): void {
    this.byte(field << 3);
    this.varint(value);
  }

  /** A length-delimited field: bytes, string or an already encoded message. */
  bytesField(field: number, bytes: Uint8Array): void {
    this.byte((field << 3) | 2);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  stringField(field: number, text: string): void {
    const size = Buffer.byteLength(text);
    this.byte((field << 3) | 2);
    this.varint(size);
    this.utf8(text, size);
  }
}

/** Encodes one message with `fill` and returns its bytes. */
export function message(fill: (writer: ByteWriter) => void): Buffer {
  const writer = new ByteWriter(64);
  fill(writer);
  return writer.view();
}

/** Bytes a varint of this value takes. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++;
  return size;
}

/** Writes a varint at `at` and returns the offset behind it. */
export function putVarint(target: Buffer, at: number, value: number | bigint): number {
  if (typeof value === 'bigint') {
    let rest = BigInt.asUintN(64, value);
    for (; rest >= 128n; rest >>= 7n) target[at++] = Number(rest & 127n) | 128;
    target[at++] = Number(rest);
    return at;
  }
  let rest = value;
  for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) target[at++] = (rest % 128) | 128;
  for (; rest >= 128; rest >>>= 7) target[at++] = (rest & 127) | 128;
  target[at++] = rest;
  return at;
}

/** A request or stored record that is not the protobuf it should be. */
export class MalformedMessage extends Error {}

/** Walks the fields of one protobuf message: `while (reader.next()) switch (reader.field) …`. */
export class FieldReader {
  field = 0;
  #wireType = 0;
  #at: number;
  readonly #bytes: Buffer;
  readonly #end: number;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Moves to the next field; false at the end. Each field must then be taken or skipped. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    this.field = tag >>> 3;
    this.#wireType = tag & 7;
    return true;
  }

  /** The value of a varint field, exact up to 2^53. */
  number(): number {
    return this.#varint();
  }

  bool(): boolean {
    return this.#varint() !== 0;
  }

  /** The value of a varint field, all 64 bits, unsigned. */
  uint64(): bigint {
    const start = this.#at;
    const value = this.#varint();
    if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value);
    let exact = 0n;
    for (let at = start, shift = 0n; at < this.#at; at += 1, shift += 7n)
      exact |= BigInt(this.#bytes[at]! & 127) << shift;
    return BigInt.asUintN(64, exact);
  }

  /** The value of a length-delimited field, sharing memory with the message. */
  bytes(): Buffer {
    const start = this.#enter();
    return this.#bytes.subarray(start, this.#at);
  }

  /** The value of a string field. */
  string(): string {
    const start = this.#enter();
    return this.#bytes.toString('utf8', start, this.#at);
  }

  /** The fields of a message in this one. */
  message(): FieldReader {
    const start = this.#enter();
    return new FieldReader(this.#bytes, start, this.#at);
  }

  /** Passes a length-delimited field; answers where its value starts. */
  #enter(): number {
    if (this.#wireType !== 2) throw new MalformedMessage(`field ${this.field} should be length-delimited`);
    const size = this.#varint();
    const start = this.#at;
    if (start + size > this.#end) throw new MalformedMessage('a field reaches beyond its message');
    this.#at = start + size;
    return start;
  }

  skip(): void {
    if (this.#wireType === 0) this.#varint();
    else if (this.#wireType === 2) this.#enter();
    else if (this.#wireType === 1) this.#at += 8;
    else if (this.#wireType === 5) this.#at += 4;
    else throw new MalformedMessage(`wire type ${this.#wireType} is not in use`);
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new MalformedMessage('the message ends inside a field');
    return this.#bytes[this.#at++]!;
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (let index = 0; index < 10; index++) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new MalformedMessage('a varint is longer than ten bytes');
  }
}
