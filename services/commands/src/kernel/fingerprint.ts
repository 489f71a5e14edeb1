import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import { contentHash } from './canonical-json.ts';

/**
 * What tells one command from another under the same id: its name, and a hash of what the person asked for. What the
 * gateway looked up is left out, because it may have changed when the command is sent again; secrets are, because the
 * hash is kept and could be guessed from.
 */
export function fingerprintOf(
  { name, lookedUp = [], secret = [] }: Pick<CommandDefinition, 'name' | 'lookedUp' | 'secret'>,
  payload: unknown,
  userName: string,
): string {
  const asked = [...lookedUp, ...secret].reduce((rest, path) => without(rest, path.split('.')), payload);
  return `${name}:${contentHash({ payload: asked, userName }).slice(0, 32)}`;
}

/**
 * Whether a stored fingerprint is this one. The bare name stands where a fingerprint held a secret once and was
 * cleared: what it was about is not known any more, so that the same kind under the same id counts as the command sent
 * again.
 */
export function isSameCommand(stored: string | undefined, fingerprint: string): boolean {
  return stored === fingerprint || stored === fingerprint.slice(0, fingerprint.indexOf(':'));
}

/** A value without the part at a path, in every element of the lists on its way. */
function without(value: unknown, [first = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => without(element, [first, ...rest]));
  if (typeof value !== 'object' || value === null || !(first in value)) return value;
  const { [first]: part, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [first]: without(part, rest) };
}
