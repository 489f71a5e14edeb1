import { POLICY_USER } from '@jwxt/contracts/kernel/actor.ts';
import { derivedId, eventId } from '@jwxt/infra/runtime/event-id.ts';
import { describe, expect, it } from 'vitest';
import { auditCommands, auditLog, jsonOf } from './command-audit.ts';
import { auditEffects } from './effect-audit.ts';
import type { SentCommand } from './journal.ts';
import type { LoggedEvent } from './stored-events.ts';

const stream = 'scoreSheet-TC1.1';
const cell = { studentCode: 'S1', dataKey: 'qm', value: 855 };

function sent(commandId: string, more: Partial<SentCommand> = {}): SentCommand {
  return {
    commandId,
    userName: 'teacher3',
    expected: { kind: 'save', stream, cells: [cell] },
    tries: 1,
    outcome: 'acknowledged',
    ...more,
  };
}

let place = 0n;
function event(
  type: string,
  data: object,
  about: { stream?: string; revision: number; commandId: string; index?: number; causationId?: string },
): LoggedEvent {
  place += 1n;
  const metadata = {
    actor: { userName: about.causationId ? POLICY_USER : 'teacher3', name: '', roleNames: [], permission: null },
    commandId: about.commandId,
    correlationId: '',
    causationId: about.causationId ?? null,
    time: '2026-11-21T00:00:00.000Z',
    clientAddress: null,
    schemaVersion: 1,
  };
  const at = about.stream ?? stream;
  return {
    id: eventId({
      stream: at,
      commandId: about.commandId,
      index: about.index ?? 0,
      type,
      ...jsonOf({ data, metadata }),
    }),
    stream: at,
    revision: about.revision,
    position: { commit: place, prepare: place },
    event: { type, data },
    metadata,
    written: { data, metadata },
  };
}

function saved(commandId: string, revision: number, value = cell.value, index = 0): LoggedEvent {
  return event(
    'CellsEntered',
    { rows: [{ studentCode: 'S1', cells: [{ dataKey: 'qm', after: value }] }] },
    { revision, commandId, index },
  );
}

describe('the audit of commands', () => {
  it('is content with each acknowledged command once, and none refused', () => {
    const events = [saved('a', 0), saved('b', 1)];
    expect(auditLog(events)).toEqual([]);
    expect(auditCommands([sent('a'), sent('b'), sent('c', { outcome: 'refused' })], events)).toEqual([]);
  });

  it('finds what was lost, written twice, stored although refused, or never answered', () => {
    expect(auditCommands([sent('a')], [])).toEqual([expect.stringContaining('lost')]);
    expect(auditCommands([sent('a')], [saved('a', 0), saved('a', 1)])).toContainEqual(
      expect.stringContaining('not one append'),
    );
    expect(auditCommands([sent('a', { outcome: 'refused' })], [saved('a', 0)])).toEqual([
      expect.stringContaining('and yet stored'),
    ]);
    expect(auditCommands([sent('a', { outcome: 'open' })], [])).toEqual([expect.stringContaining('nobody knows')]);
  });

  it('finds other values than were sent, and commands that nobody sent', () => {
    expect(auditCommands([sent('a')], [saved('a', 0, 854)])).toEqual([expect.stringContaining('sent S1 qm 855')]);
    expect(auditCommands([], [saved('x', 0)])).toEqual([expect.stringContaining('nobody sent')]);
    expect(
      auditCommands(
        [],
        [event('ScoresApproved', {}, { revision: 0, commandId: 'p', causationId: 'an event that is not there' })],
      ),
    ).toEqual([expect.stringContaining('nobody sent')]);
  });

  it('knows what the system tells by itself: that an application waits too long, once for each instant', () => {
    const told = { applyId: 'A1', processNodeId: 'CJXGSP-1', since: '2026-11-20T08:00:00.000Z' };
    const overdue = (id: string) =>
      event('ApplicationOverdue', told, { stream: 'application-A1', revision: 1, commandId: derivedId(id) });
    expect(auditCommands([], [overdue('overdue:A1:CJXGSP-1:2026-11-20T08:00:00.000Z')])).toEqual([]);
    expect(auditCommands([], [overdue('overdue:A1:CJXGSP-1:another time')])).toEqual([
      expect.stringContaining('nobody sent'),
    ]);
  });

  it('finds an event twice and a gap in a stream', () => {
    expect(auditLog([saved('a', 0), saved('a', 1)])).toEqual([expect.stringContaining('is there twice')]);
    expect(auditLog([saved('a', 0), saved('b', 2)])).toEqual([expect.stringContaining('revision 1 was to follow')]);
  });
});

describe('the audit of effects', () => {
  const passed = event(
    'ApplicationPassed',
    { applyId: 'A1', processNo: 'ZKCJSP', round: 1 },
    { stream: 'application-A1', revision: 2, commandId: derivedId('decision') },
  );
  const approved = (commandId: string, revision: number) =>
    event(
      'ScoresApproved',
      { applyId: 'A1', courseId: 'K1', rows: [] },
      { revision, commandId, causationId: passed.id },
    );

  it('finds an effect that is missing, one too many, and one that nothing asked for', () => {
    expect(auditEffects([passed, approved('p', 3)])).toEqual([]);
    expect(auditEffects([passed])).toEqual([expect.stringContaining('did not happen')]);
    expect(auditEffects([passed, approved('p', 3), approved('q', 4)])).toEqual([
      expect.stringContaining('happened 2 times'),
    ]);
    expect(auditEffects([approved('p', 3)])).toEqual([expect.stringContaining('nothing asked for it')]);
  });

  it('knows the effects of each process, and stops at one that it does not know', () => {
    const other = (processNo: string) =>
      event(
        'ApplicationPassed',
        { applyId: 'B1', processNo, round: 1 },
        { stream: 'application-B1', revision: 2, commandId: derivedId('another decision') },
      );
    expect(auditEffects([other('TTKSQ')])).toEqual([expect.stringContaining('adjusted course by B1')]);
    expect(auditEffects([other('XWCJRDSH')])).toEqual([expect.stringContaining('recognition in force by B1')]);
    expect(auditEffects([other('ZYPYFA')])).toEqual([expect.stringContaining('training scheme B1 in use')]);
    expect(() => auditEffects([other('CDJY')])).toThrow('no effect is known of an application of CDJY');
  });

  it('finds a score of a revoked recognition that still stands', () => {
    const revoked = event(
      'RecognitionRevoked',
      { applyId: 'R1', studentCode: 'S1', reason: '' },
      { stream: 'recognition-R1', revision: 2, commandId: 'v' },
    );
    const requested = event(
      'RecognitionRequested',
      {
        applyId: 'R1',
        studentCode: 'S1',
        relateList: [{ inSideList: [{ courseId: 'K1' }] }],
        application: { applyId: 'R1', round: 1 },
      },
      { stream: 'recognition-R1', revision: 0, commandId: 'q' },
    );
    expect(auditEffects([requested, revoked])).toContain('attempt R1.K1 by R1 withdrawn: did not happen');
  });

  it('finds an attempt of a rolled back sheet that still stands, and a public elective without its plan', () => {
    const recorded = event(
      'AttemptRecorded',
      { attemptId: 'TC1.1.S1', applyId: 'A1', studentCode: 'S1', courseId: 'K1' },
      { stream: 'attempts-S1.K1', revision: 0, commandId: 'r' },
    );
    const publication = event(
      'ScoresApproved',
      { applyId: 'A1', courseId: 'K1', rows: [{ studentCode: 'S1' }] },
      { revision: 3, commandId: 'p' },
    );
    const rolledBack = event(
      'ScoresRolledBack',
      { applyId: 'A1', round: 1, from: '4', teachingClassId: 'TC1', scoreType: '1', students: [{ studentCode: 'S1' }] },
      { revision: 4, commandId: 'b' },
    );
    const withdrawn = event(
      'AttemptWithdrawn',
      { attemptId: 'TC1.1.S1', studentCode: 'S1' },
      { stream: 'attempts-S1.K1', revision: 1, commandId: 'w' },
    );
    expect(auditEffects([passed, publication, recorded, rolledBack, withdrawn])).toEqual([]);
    expect(auditEffects([passed, publication, recorded, rolledBack])).toEqual([
      expect.stringContaining('withdrawn: did not happen'),
    ]);
    expect(auditEffects([passed, publication, recorded, withdrawn])).toEqual([
      expect.stringContaining('nothing asked for it'),
    ]);

    const elective = event(
      'ApplicationPassed',
      { applyId: 'P1', processNo: 'GXKSQ', round: 1 },
      { stream: 'application-P1', revision: 1, commandId: 'd' },
    );
    expect(auditEffects([elective])).toEqual([expect.stringContaining('public elective P1 in force: did not happen')]);
    expect(
      auditEffects([
        elective,
        event('ElectiveEffected', { planId: 'P1' }, { stream: 'elective-P1', revision: 1, commandId: 'e' }),
      ]),
    ).toEqual([]);
  });
});
