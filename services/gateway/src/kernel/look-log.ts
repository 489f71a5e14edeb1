import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { Looked } from '@jwxt/contracts/system/operation-log.operations.ts';
import { actedFor } from './acting.ts';
import type { FileAnswer, SignedInCall } from './handler.ts';

/** Who looks, how they came in, under which permission, in which trace. */
export type Looker = Pick<SignedInCall, 'services' | 'user' | 'permission' | 'now' | 'traceId' | 'clientAddress'> & {
  readonly session: Pick<SignedInCall['session'], 'loginWay' | 'issuedBy'>;
};

/** What a thing is called in the operation log: a resource's rows may be logged by another name than its own. */
export function loggedName(asked: string): string {
  return allResources.find(({ name }) => name === asked)?.loggedAs ?? asked;
}

/**
 * Writes that somebody is about to see a row's personal values whole (decision 056). Throws when it cannot: then
 * nothing is answered. `own` is the part of {@link Looker.user} that says whether the row is about them: what people
 * see of themselves is no look at somebody, unless it is somebody else who looks with their eyes.
 */
export async function logLook(
  looker: Looker,
  {
    resource,
    key,
    own,
    fields,
  }: { resource: string; key: string; own: 'userName' | 'gh' | 'studentCode'; fields: readonly string[] },
): Promise<void> {
  const isOwn = looker.user[own] === key && looker.session.issuedBy === null;
  if (!isOwn && fields.length > 0) await log(looker, 'look', resource, key, { fields });
}

/**
 * Writes that somebody opens attachments that tell of people (decision 090): `key` names each, `of` says what it is and
 * whose. Throws as {@link logLook} does.
 */
export async function logOpened(
  looker: Looker,
  files: readonly { readonly key: string; readonly of: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  for (const { key, of } of files)
    await log(looker, 'look', 'fileUploadResource', key, { fields: ['content'], filter: of });
}

/** Writes that somebody has something of a person sent, and what of theirs it needs. Throws as {@link logLook} does. */
export async function logSent(
  looker: Looker,
  { resource, key, fields }: { resource: string; key: string; fields: readonly string[] },
): Promise<void> {
  await log(looker, 'send', resource, key, { fields });
}

/** Writes that somebody takes a file away, then answers it; a file whose row could not be written is not answered. */
export async function loggedFile(
  looker: Looker,
  { id }: Operation,
  input: unknown,
  file: FileAnswer,
  personal: readonly string[] = [],
): Promise<FileAnswer> {
  try {
    await logExport(looker, id, { filter: input, rows: file.rows ?? null, fileName: file.fileName, personal });
  } catch (error) {
    if (file.content instanceof Readable) file.content.destroy();
    throw error;
  }
  return file;
}

/** Writes that somebody takes away what an operation exports. */
export async function logExport(
  looker: Looker,
  operation: string,
  {
    fileName,
    filter,
    rows,
    personal,
  }: { fileName: string; filter: unknown; rows: number | null; personal: readonly string[] },
): Promise<void> {
  const [thing = operation] = operation.split('.');
  await log(looker, 'export', loggedName(thing), fileName, {
    filter: filter as Readonly<Record<string, unknown>>,
    rows,
    fields: personal,
  });
}

async function log(
  { services, user, session, permission, now, traceId, clientAddress }: Looker,
  operation: 'look' | 'export' | 'send',
  resource: string,
  key: string,
  looked: Looked,
): Promise<void> {
  await services.db.query(
    `insert into base.operation_log (at, user_name, name, operation, resource, key, looked, command_id, client_address,
        sign_in_way, sign_in_issued_by, permission_code, trace_id, acted_for)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      now,
      user.userName,
      user.name,
      operation,
      resource,
      key,
      JSON.stringify(looked),
      randomUUID(),
      clientAddress,
      session.loginWay,
      session.issuedBy,
      permission,
      traceId,
      actedFor(user, permission),
    ],
  );
}
