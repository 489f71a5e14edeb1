import { randomUUID, createHash } from 'node:crypto';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { commandOutcome, type CommandDefinition, type CommandEnvelope } from '@jwxt/contracts/kernel/command.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { loadReference, publishProcess } from '@jwxt/contracts/system/system.command.ts';
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import type { z } from 'zod';
import { derivedId } from '../runtime/event-id.ts';
import { createInternalClient } from '../runtime/internal-http.ts';

/**
 * A command was refused while loading: the data contradicts the rules, or something else has been done with it
 * meanwhile.
 */
export class LoadRefused extends Error {
  readonly code: string;

  constructor(command: string, code: string, message: string, details: unknown) {
    super(`${command}: ${code} ${message}${details === undefined ? '' : ` ${JSON.stringify(details).slice(0, 500)}`}`);
    this.name = 'LoadRefused';
    this.code = code;
  }
}

/** Who loads: not a person, so that the operation log says so. */
export const loader: Actor = {
  userName: 'loader',
  name: '系统初始化',
  roleCodes: ['01'],
  roleNames: ['系统管理员'],
  gh: null,
  studentCode: null,
  departmentId: null,
  departmentName: null,
};

/** What one command needs besides its payload. */
export interface SendOptions {
  readonly commandId: string;
  readonly actor: Actor;
  readonly permission?: PermissionCode;
  /** ISO instant at which it is to have happened; the commands service takes it only where backdating is allowed. */
  readonly at?: string;
}

/** Sends commands to the commands service, in anybody's name. */
export interface CommandSender {
  /** Throws {@link LoadRefused} when the command is refused. */
  send<D extends CommandDefinition>(
    definition: D,
    payload: z.input<D['payload']>,
    options: SendOptions,
  ): Promise<z.output<D['result']>>;
  /**
   * Stores rows of a reference resource; the same rows again change nothing. Answers the accounts that kept a password
   * of their own instead of the one given.
   */
  load(resource: string, rows: readonly object[]): Promise<{ readonly keptPasswords: readonly string[] }>;
  /** Stores rows that every school starts with; what the school has changed or removed of them since stays. */
  loadStandard(resource: string, rows: readonly object[]): Promise<void>;
  /** Publishes a process definition unless this very definition was published by an earlier load. */
  publish(definition: ProcessDefinition): Promise<void>;
}

const rowsPerCommand = 1000;

/**
 * Creates a sender, with the secret that the operator's programs share with commands. Missing answers are retried for
 * `patienceMs`: the command id makes that safe.
 */
export function createCommandSender(
  commandsUrl: string,
  secret: string,
  { patienceMs = 60_000 }: { patienceMs?: number } = {},
): CommandSender {
  const client = createInternalClient(commandsUrl, { caller: 'operator', secret });

  async function send<D extends CommandDefinition>(
    definition: D,
    payload: z.input<D['payload']>,
    options: SendOptions,
  ): Promise<z.output<D['result']>> {
    const envelope: CommandEnvelope = {
      commandId: options.commandId,
      correlationId: randomUUID(),
      clientAddress: null,
      actor: options.actor,
      permission: options.permission ?? null,
      ...(options.at === undefined ? {} : { at: options.at }),
      payload,
    };
    const answer = await client.call(`/commands/${definition.name}`, {
      method: 'POST',
      body: envelope,
      timeoutMs: 60_000,
      retryForMs: patienceMs,
    });
    const outcome = commandOutcome.safeParse(answer.body);
    if (!outcome.success)
      throw new Error(`${definition.name}: HTTP ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
    if (outcome.data.status === 'refused')
      throw new LoadRefused(
        definition.name,
        outcome.data.code,
        outcome.data.message,
        outcome.data.fieldErrors ?? outcome.data.data,
      );
    return definition.result.parse(outcome.data.result) as z.output<D['result']>;
  }

  // An id that is made of a secret could be guessed from. The same rows again change nothing, whatever the id.
  const holdsSecret = (rows: readonly Record<string, unknown>[]): boolean =>
    rows.some((row) => (loadReference.secret ?? []).some((path) => path.replace(/^rows\./, '') in row));
  const idOf = (kind: string, content: unknown): string =>
    derivedId(`${kind}:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`);

  async function loadAs(
    kind: string,
    resource: string,
    rows: readonly object[],
    more: { standard?: true },
  ): Promise<{ keptPasswords: string[] }> {
    const keptPasswords: string[] = [];
    for (let start = 0; start < rows.length; start += rowsPerCommand) {
      const chunk = rows.slice(start, start + rowsPerCommand) as Record<string, unknown>[];
      const loaded = await send(
        loadReference,
        { resource, rows: chunk, ...more },
        { commandId: holdsSecret(chunk) ? randomUUID() : idOf(`${kind}:${resource}`, chunk), actor: loader },
      );
      keptPasswords.push(...loaded.keptPasswords);
    }
    return { keptPasswords };
  }

  return {
    send,
    load: (resource, rows) => loadAs('load', resource, rows, {}),
    async loadStandard(resource, rows) {
      await loadAs('standard', resource, rows, { standard: true });
    },
    async publish(definition) {
      await send(publishProcess, definition, { commandId: idOf('publish', definition), actor: loader });
    },
  };
}
