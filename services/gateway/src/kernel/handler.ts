import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { MadeFile } from './documents.ts';
import type { Reading } from './export-rows.ts';
import type { Session } from './session-store.ts';
import type { Principal } from './principal.ts';
import type { Services } from './services.ts';
import type { Upload } from './upload.ts';
import type { ListContent } from './workbook.ts';

/** One request as a handler sees it. */
export interface Call {
  readonly services: Services;
  readonly traceId: string;
  /** This request's place in its trace: the parent of what is done for it. */
  readonly traceparent: string;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  /** The server's clock when the request was taken. */
  readonly now: Date;
  /** Permission code under which the caller was let in; null where none is asked. */
  readonly permission: PermissionCode | null;
  /** Is aborted when whoever called has gone. */
  readonly gone: () => AbortSignal;
  /** Only for cookies. */
  readonly reply: FastifyReply;
  readonly session: Session | null;
  readonly user: Principal | null;
  /** The file of an upload; null in all other requests. */
  readonly upload: Upload | null;
}

/** A request of a signed-in person. */
export interface SignedInCall extends Call {
  /** The request that a second person confirmed, when this carries it out (decision 056). */
  readonly confirmation?: string;
  readonly session: Session;
  readonly user: Principal;
}

/** A download. */
export interface FileAnswer {
  readonly content: Buffer | Readable;
  /** Shown to the person who saves it; may be Chinese. */
  readonly fileName: string;
  readonly contentType: string;
  /** Size of a stream, when it is known. */
  readonly bytes?: number;
  /** How many rows it has, where they are counted. */
  readonly rows?: number;
  /** The browser may show it, and may do this with it (content security policy); otherwise it is saved. */
  readonly inline?: { readonly policy: string };
}

/** Who asks for an export, under which permission, and when. */
export type ExportCall = Pick<SignedInCall, 'services' | 'user' | 'permission' | 'now'>;

/** An export that is described and not yet made. */
export interface ListExport {
  readonly fileName: string;
  readonly content: ListContent<unknown>;
  /** Fields with personal values that it tells whole. */
  readonly personal: readonly string[];
}

/** An archive that is described and not yet made: never waited for, always a job. */
export interface ArchiveExport {
  readonly fileName: string;
  readonly personal: readonly string[];
  /** Makes it: a stream that has at most so many bytes, with how many files; the reading is told how many are in it. */
  open(reading: Reading): Promise<MadeFile & { readonly rows: number }>;
}

/** An answer in place of a download: the file will be made later. */
export interface LaterAnswer {
  readonly exportJob: { readonly jobId: string; readonly total: number };
  readonly message: string;
}

/** An operation with what carries it out. */
export interface Handler {
  readonly operation: Operation;
  readonly audience: 'public' | 'signed-in';
  run(input: unknown, call: Call): Promise<unknown>;
  /** Of an export: what it is made from. */
  readonly describe?: (input: unknown, call: ExportCall) => Promise<ListExport | ArchiveExport>;
}

/**
 * Carries out an operation for a signed-in person who holds its permission; both have been checked before it runs. It
 * answers the envelope's `data` (a {@link FileAnswer} for downloads) or throws {@link import('./refused.ts').Refused}.
 */
export function handler<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  run: (input: z.output<I>, call: SignedInCall) => Promise<z.input<O>>,
): Handler {
  return { operation, audience: 'signed-in', run: (input, call) => run(input as z.output<I>, call as SignedInCall) };
}

/** {@link handler} of an upload: reads the file while it arrives. */
export function uploadHandler<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  run: (input: z.output<I>, upload: Upload, call: SignedInCall) => Promise<z.input<O>>,
): Handler {
  return handler(operation, (input, call) => {
    if (!call.upload) throw new TypeError(`operation ${operation.id} is not declared as an upload`);
    return run(input, call.upload, call);
  });
}

/** Carries out an operation that is declared public: there may be no session. */
export function publicHandler<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  run: (input: z.output<I>, call: Call) => Promise<z.input<O>>,
): Handler {
  return { operation, audience: 'public', run: (input, call) => run(input as z.output<I>, call) };
}

/**
 * Handlers by operation id. Throws at start when a declared operation has none, one has two, or one is not public as
 * declared.
 */
export function registry(operations: readonly Operation[], handlers: readonly Handler[]): ReadonlyMap<string, Handler> {
  const byId = new Map<string, Handler>();
  for (const entry of handlers) {
    const { id, access } = entry.operation;
    if (byId.has(id)) throw new TypeError(`operation ${id} has two handlers`);
    if ('public' in access !== (entry.audience === 'public'))
      throw new TypeError(`operation ${id}: audience differs from its declared access`);
    byId.set(id, entry);
  }
  const declared = new Set(operations.map(({ id }) => id));
  const missing = operations.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  const unknown = [...byId.keys()].filter((id) => !declared.has(id));
  if (missing.length > 0) throw new TypeError(`operations without a handler: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new TypeError(`handlers of undeclared operations: ${unknown.join(', ')}`);
  return byId;
}
