import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appealStatus, punishName, punishStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  appealUntil,
  daysAfter,
  monthsAfter,
  monthsProblem,
} from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { decidePunishment, type PunishmentCommand, type PunishmentLife } from './punishment.decider.ts';

const approved: PunishmentLife = {
  punishName: punishName.demerit,
  months: 6,
  violationDate: '2026-09-10',
  punishDate: '2026-09-20',
  deliverDate: null,
  effectDate: null,
  endDate: null,
  appealStatus: appealStatus.none,
  appealDate: null,
  appealText: null,
  appealDecideDate: null,
  appealOpinion: null,
  removeDate: null,
  endReason: null,
  punishStatus: punishStatus.intended,
};
const code = (life: PunishmentLife, command: PunishmentCommand, day: string): string => {
  const done = decidePunishment(life, command, day);
  return isRefused(done) ? done.refused.code : 'done';
};
const after = (life: PunishmentLife, command: PunishmentCommand, day: string): PunishmentLife => {
  const done = decidePunishment(life, command, day);
  if (isRefused(done)) throw new Error(done.refused.code);
  return { ...life, ...done };
};
const deliver = (deliverDate: string): PunishmentCommand => ({ type: 'deliver', deliverDate });
const remove: PunishmentCommand = { type: 'remove', endReason: '表现良好' };
const revoke: PunishmentCommand = { type: 'revoke', endReason: '事实不清' };
const appeal: PunishmentCommand = { type: 'appeal', appealText: '事实有出入' };
const decide = (status: PunishmentLife['appealStatus'], own: object = {}): PunishmentCommand => ({
  type: 'decideAppeal',
  appealStatus: status,
  appealOpinion: '复查后决定',
  punishName: null,
  months: null,
  ...own,
});

describe('STUDENT-STATUS-39: the life of a punishment', () => {
  const delivered = after(approved, deliver('2026-09-21'), '2026-09-22');

  it('is delivered once, not before it was given, nor tomorrow; its months count from then', () => {
    expect(delivered).toMatchObject({ deliverDate: '2026-09-21', endDate: '2027-03-21', punishStatus: '0' });
    expect(code(delivered, deliver('2026-09-22'), '2026-09-22')).toBe('PUNISHMENT_DELIVERED');
    expect(code(approved, deliver('2026-09-19'), '2026-09-22')).toBe('PUNISHMENT_DELIVERY_DAY');
    expect(code(approved, deliver('2026-09-23'), '2026-09-22')).toBe('PUNISHMENT_DELIVERY_DAY');
  });

  it('takes effect when ten days have passed without an appeal', () => {
    expect(code(delivered, { type: 'takeEffect' }, '2026-10-01')).not.toBe('done');
    expect(after(delivered, { type: 'takeEffect' }, '2026-10-05')).toMatchObject({
      punishStatus: '1',
      effectDate: '2026-10-02',
    });
    expect(code(approved, appeal, '2026-09-22')).toBe('PUNISHMENT_NOT_DELIVERED');
    expect(code(delivered, appeal, '2026-10-01')).toBe('done');
    expect(code(delivered, appeal, '2026-10-02')).toBe('PUNISHMENT_APPEAL_LATE');
  });

  it('after an appeal takes effect as it was or lighter, or not at all', () => {
    const appealed = after(delivered, appeal, '2026-09-25');
    expect(code(appealed, appeal, '2026-09-26')).toBe('PUNISHMENT_APPEALED');
    expect(code(appealed, { type: 'takeEffect' }, '2026-12-01')).not.toBe('done');
    expect(code(appealed, decide('3', { punishName: '4', months: 12 }), '2026-10-01')).toBe('PUNISHMENT_NOT_LIGHTER');
    expect(code(appealed, decide('3', { punishName: '1', months: 3 }), '2026-10-01')).toBe('PUNISHMENT_MONTHS');
    expect(after(appealed, decide('2'), '2026-10-01')).toMatchObject({ punishStatus: '1', effectDate: '2026-10-01' });
    expect(after(appealed, decide('3', { punishName: '1', months: 8 }), '2026-10-01')).toMatchObject({
      punishStatus: '1',
      punishName: '1',
      endDate: '2027-05-21',
    });
    expect(after(appealed, decide('4'), '2026-10-01')).toMatchObject({ punishStatus: '3', effectDate: null });
  });

  it('is removed after its period alone, an expulsion never', () => {
    const inForce = after(delivered, { type: 'takeEffect' }, '2026-10-02');
    expect(code(delivered, remove, '2027-04-01')).toBe('PUNISHMENT_NOT_IN_FORCE');
    expect(code(inForce, remove, '2027-03-20')).toBe('PUNISHMENT_PERIOD');
    const removed = after(inForce, remove, '2027-03-21');
    expect(removed).toMatchObject({ punishStatus: '2', removeDate: '2027-03-21' });
    expect(code(removed, revoke, '2027-04-01')).toBe('PUNISHMENT_ENDED');
    const expelled = after({ ...approved, punishName: '6', months: null }, deliver('2026-09-21'), '2026-09-21');
    expect(code(after(expelled, { type: 'takeEffect' }, '2026-10-02'), remove, '2030-01-01')).toBe(
      'PUNISHMENT_EXPULSION',
    );
  });

  it('lasts six to twelve months, a probation twelve, an expulsion for good', () => {
    expect([monthsProblem('1', 5), monthsProblem('3', 13), monthsProblem('4', 6), monthsProblem('6', 12)]).toEqual([
      '期限应为 6 至 12 个月',
      '期限应为 6 至 12 个月',
      '期限应为 12 个月',
      '开除学籍没有期限，请留空',
    ]);
    expect([monthsProblem('2', 6), monthsProblem('4', 12), monthsProblem('6', null)]).toEqual([null, null, null]);
    expect(monthsAfter('2026-08-31', 6)).toBe('2027-02-28');
  });
});

const someCommand = fc.oneof(
  fc.integer({ min: -30, max: 5 }).map((back) => ({ type: 'deliver' as const, back })),
  fc.constantFrom(appeal, { type: 'takeEffect' } as const, remove, revoke, decide('2'), decide('4')),
  fc.constantFrom('1', '2', '3', '4').map((name) => decide('3', { punishName: name, months: name === '4' ? 12 : 6 })),
);

it('STUDENT-STATUS-39: whatever is done in whatever order, no punishment ends early, twice, or undelivered', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 200 }), someCommand);
  fc.assert(
    fc.property(fc.constantFrom('1', '2', '3', '4', '6'), fc.array(step, { maxLength: 14 }), (name, steps) => {
      let life: PunishmentLife = { ...approved, punishName: name, months: name === '6' ? null : name === '4' ? 12 : 6 };
      let today = '2026-09-20';
      for (const [days, command] of steps) {
        today = daysAfter(today, days);
        const asked =
          'back' in command ? ({ type: 'deliver', deliverDate: daysAfter(today, command.back) } as const) : command;
        const done = decidePunishment(life, asked, today);
        if (isRefused(done)) continue;
        const ended = life.punishStatus === '2' || life.punishStatus === '3';
        // What has ended stays as it was, and nothing becomes heavier.
        expect(ended).toBe(false);
        life = { ...life, ...done };
        expect(life.punishName <= name).toBe(true);
      }
      if (life.punishStatus === '1' || life.punishStatus === '2') {
        expect(life.deliverDate).not.toBeNull();
        // In force after the time for an appeal, or once an appeal was decided.
        const { deliverDate, effectDate, appealDecideDate } = life;
        expect(effectDate! > appealUntil(deliverDate!) || effectDate === appealDecideDate).toBe(true);
      }
      if (life.punishStatus === '2') expect(life.removeDate! >= monthsAfter(life.deliverDate!, 6)).toBe(true);
      expect(life.removeDate !== null).toBe(life.punishStatus === '2');
    }),
    { numRuns: 300 },
  );
});
