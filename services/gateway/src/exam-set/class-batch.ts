import type { z } from 'zod';
import type { classOutcome } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { ReadModelName } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import { errors, errorText } from '@jwxt/contracts/all-errors.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { formatPosition, laterPosition, parsePosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand, shown } from '../kernel/run-command.ts';
import { reachedClasses, type ClassKey, type ReachedClass } from './exam-set.read.ts';

type Outcome = z.output<typeof classOutcome>;
/** A command for one class; `tell` says more of its result than that it was a success. */
export interface ClassCommand<D extends CommandDefinition = CommandDefinition> {
  readonly definition: D;
  readonly payload: z.input<D['payload']>;
  readonly tell: (result: z.output<D['result']>) => string;
  /** Absent: the id that the class has in the call. */
  readonly commandId: string | undefined;
}

/** Keeps the types of a command and its payload together. */
export function classCommand<D extends CommandDefinition>(
  definition: D,
  payload: z.input<D['payload']>,
  { tell = () => '成功', commandId }: { tell?: (result: z.output<D['result']>) => string; commandId?: string } = {},
): ClassCommand {
  return { definition, payload, tell: (result) => tell(result as z.output<D['result']>), commandId };
}

const sideBySide = 4;

/**
 * Sends a command for each class, a few at a time, in the caller's scope; a class that refuses has its reason among the
 * results, and the others go on. Ids are derived from the call's and the class, so that the same call again repeats
 * nothing.
 */
export async function forEachClass(
  call: SignedInCall,
  {
    commandId,
    teachingClassId,
    teachingClassIds,
    ...of
  }: ClassKey & { commandId: string; teachingClassIds: readonly string[] },
  commandOf: (teachingClassId: string, reached: ReachedClass, ownId: string) => ClassCommand | Promise<ClassCommand>,
): Promise<{ total: number; succeeded: number; failed: number; results: Outcome[] }> {
  const ids = [...new Set(teachingClassId === '' ? teachingClassIds : [...teachingClassIds, teachingClassId])];
  const reached = await reachedClasses(call.services.db, call.user, call.permission, of, ids);
  const results = new Map<string, Outcome>();
  let last: Position | undefined;
  const readModels = new Set<ReadModelName>();
  const queue = ids.values();
  const work = async (): Promise<void> => {
    for (const id of queue) {
      const { outcome, position } = await one(id);
      results.set(id, outcome);
      if (position !== null) last = laterPosition(last, parsePosition(position));
    }
  };
  const one = async (id: string): Promise<{ outcome: Outcome; position: string | null }> => {
    const found = reached.get(id);
    const named = { teachingClassId: id, teachingClassName: found?.name ?? id };
    if (!found)
      return {
        outcome: {
          ...named,
          done: yesNo.no,
          code: 'EXAM_SET_CLASS_UNKNOWN',
          message: errorText('EXAM_SET_CLASS_UNKNOWN'),
        },
        position: null,
      };
    try {
      const ownId = derivedId(`${commandId}:${id}`);
      const { definition, payload, tell, commandId: another } = await commandOf(id, found, ownId);
      const { result, position } = await call.services.commands.send(definition, payload, call, another ?? ownId);
      if (position !== null) for (const name of definition.shownIn) readModels.add(name);
      return {
        outcome: {
          ...named,
          done: yesNo.yes,
          code: null,
          message: position === null ? '与现有设置相同，未变化' : tell(result),
        },
        position,
      };
    } catch (error) {
      // A service that is away ends the whole call: it can be sent again.
      if (!(error instanceof Refused) || errors[error.code].status >= 500) throw error;
      return {
        outcome: {
          ...named,
          done: yesNo.no,
          code: error.code,
          message: error.fieldErrors?.[0]?.message ?? error.message,
        },
        position: null,
      };
    }
  };
  await Promise.all(Array.from({ length: Math.min(sideBySide, ids.length) }, work));
  if (last) await shown([...readModels], formatPosition(last), call);
  const list = ids.map((id) => results.get(id)!);
  const succeeded = list.filter(({ done }) => done === yesNo.yes).length;
  return { total: list.length, succeeded, failed: list.length - succeeded, results: list };
}

/** The same for one class; what it refuses is refused as it is. */
export async function forOneClass(
  call: SignedInCall,
  { commandId, teachingClassId, ...of }: ClassKey & { commandId: string },
  commandOf: (reached: ReachedClass) => ClassCommand | Promise<ClassCommand>,
): Promise<{ teachingClassId: string; revision: number }> {
  const { services, user, permission } = call;
  const found = (await reachedClasses(services.db, user, permission, of, [teachingClassId])).get(teachingClassId);
  if (!found) throw new Refused('EXAM_SET_CLASS_UNKNOWN');
  const { definition, payload, commandId: another } = await commandOf(found);
  const result = await runCommand(definition, payload, call, { commandId: another ?? commandId });
  return { teachingClassId, revision: (result as { revision: number }).revision };
}
