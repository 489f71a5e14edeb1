import { POLICY_USER } from '@jwxt/contracts/kernel/actor.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { eventHistory, type AnyEvent } from '@jwxt/contracts/all-events.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { EventLog, EventToAppend } from '@jwxt/infra/runtime/event-log.ts';

/** One event with the stream it belongs to, who did it and when. */
export interface Sample {
  readonly stream: string;
  readonly event: AnyEvent;
  readonly userName: string;
  readonly name: string;
  readonly time: string;
}

/** A time of the sample day: minutes after eight o'clock in Shanghai. */
export const minute = (minutes: number): string => new Date(Date.UTC(2026, 10, 2, 0, minutes)).toISOString();

const by = (userName: string, name: string) => ({ userName, name });
export const teacher = by('teacher1', '王老师');
export const dean = by('dean1', '李院长');
export const registrar = by('registrar1', '赵处长');
/** What happens by itself. */
export const system = by(POLICY_USER, '系统');

export const node = (id: string, name: string, roleCode: string, unit: string, skipped = false): NodeSnapshot => ({
  processNodeId: id,
  processNodeName: name,
  roleCode,
  roleName: name,
  scopeRule: 'KKDW',
  scopeUnit: unit,
  scopeUnitName: unit,
  skipped,
  skipReason: skipped ? '不及格率未超过 30%' : null,
});
export const deanNode = node('1', '院系审核', '04', 'D01');
export const registrarNode = node('2', '教务处审核', '05', '*');

export function sample(
  stream: string,
  event: AnyEvent,
  person: { userName: string; name: string },
  minutes: number,
): Sample {
  return { stream, event, ...person, time: minute(minutes) };
}

/** An event as the commands service writes it; refuses one that does not fit its contract. */
export function toAppend(given: Sample, id: string): EventToAppend {
  const definition = eventHistory.definitions.get(given.event.type)!;
  return {
    id,
    type: given.event.type,
    data: definition.data.parse(given.event.data),
    metadata: {
      actor: { userName: given.userName, name: given.name, roleNames: [], permission: null },
      commandId: id,
      correlationId: id,
      causationId: null,
      time: given.time,
      clientAddress: null,
      schemaVersion: definition.version,
    },
  };
}

/** Appends samples one after the other, each at the end of its stream. */
export function createWriter(log: EventLog) {
  const revisions = new Map<string, bigint>();
  let count = 0;
  const seed = Math.random();
  const append = async (stream: string, event: EventToAppend) => {
    const expectedRevision = revisions.get(stream);
    const appended = await log.append(stream, [event], { expectedRevision: expectedRevision ?? 'no_stream' });
    revisions.set(stream, appended.revision);
    return appended.position;
  };
  return {
    async write(...samples: readonly (Sample | readonly Sample[])[]) {
      let last: Position | undefined;
      for (const given of samples.flat())
        last = await append(given.stream, toAppend(given, derivedId(`${seed}-${count++}`)));
      if (!last) throw new Error('nothing to write');
      return last;
    },
    /** Writes an event as it is, whatever it holds. */
    raw: (stream: string, event: Omit<EventToAppend, 'id'>) =>
      append(stream, { ...event, id: derivedId(`${seed}-${count++}`) }),
  };
}

export const student = (number: number): StudentRef => ({
  studentCode: `S${number}`,
  studentNumber: `2023${String(number).padStart(4, '0')}`,
  studentName: `学生${number}`,
});
