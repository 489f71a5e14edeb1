import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { divideCommand } from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import {
  abandonCommand,
  absentCommand,
  keepCommand,
  reportCommand,
  toStudentCommand,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import { classRule, studentIdRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import { sortRule } from '@jwxt/contracts/student-status/freshman/sort-rule.resource.ts';
import { generateNumbersCommand } from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import type { z } from 'zod';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import { addDays } from './calendar.ts';
import type { DemoUniversity } from './enrolment.ts';
import { personName } from './person-name.ts';
import { createRandom } from './random.ts';

/** How many are admitted to each grade-major: those on the way, in classes, with numbers, students. */
const admitted = [9, 8, 6, 4] as const;
/** Provinces that they come from, the own one most often. */
const origins = ['42', '42', '42', '43', '41', '36', '61'];
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A resident's number, of someone who was born in that month. */
function idNumber(origin: string, month: number, place: number): string {
  const body = `${origin}0102${`2008${String(month).padStart(2, '0')}15`}${String(place).padStart(3, '0')}`;
  const sum = weights.reduce((all, weight, at) => all + weight * Number(body.charAt(at)), 0);
  return body + '10X98765432'.charAt(sum % 11);
}
const part = (type: string, length: number | null = null) => ({ type, value: null, length });

/**
 * Tells of freshmen (STUDENT-STATUS-11…15) who came by a later list: in four grade-majors of the newest grade, from the
 * admission to students, with some who are late, stay away, or keep their place.
 */
export async function tellFreshmen(
  sender: CommandSender,
  office: Actor,
  { gradeMajors }: Pick<DemoUniversity, 'gradeMajors'>,
  now: string,
): Promise<void> {
  const random = createRandom('freshmen');
  const send = <D extends CommandDefinition>(
    what: string,
    command: D,
    payload: z.input<D['payload']>,
    permission: PermissionCode,
  ): Promise<z.output<D['result']>> =>
    sender.send(command, payload, {
      commandId: derivedId(`demo:freshman:${what}`),
      actor: office,
      permission,
      at: now,
    });
  const newest = gradeMajors
    .map(({ grade }) => grade)
    .toSorted()
    .at(-1);
  const majors = gradeMajors.filter(({ grade }) => grade === newest).slice(0, admitted.length);
  const sorting = {
    ruleName: '高考总分从高到低',
    sortFields: [{ field: 'totalScore', order: 'desc' } as const, { field: 'pinyin', order: 'asc' } as const],
    sfqy: '1' as const,
  };
  const { key: sortRuleId } = await send(
    'sort',
    sortRule.commands.create,
    { values: { ...sorting, useFor: '1' } },
    'sortRule:create',
  );
  await send(
    'sort-in-class',
    sortRule.commands.create,
    {
      values: {
        ruleName: '按学号',
        useFor: '4',
        sortFields: [{ field: 'studentNumber', order: 'asc' } as const],
        sfqy: '1',
      },
    },
    'sortRule:create',
  );
  const { key: classRuleId } = await send(
    'class-rule',
    classRule.commands.create,
    {
      values: {
        ruleName: '专业简称加年级班号',
        studentType: null,
        numberSegments: [part('grade'), part('major', 4), part('serial', 2)],
        nameSegments: [part('majorName'), part('gradeShort'), part('serial', 2)],
        sfqy: '1',
      } as never,
    },
    'classRule:create',
  );
  const { key: idRuleId } = await send(
    'id-rule',
    studentIdRule.commands.create,
    {
      values: {
        ruleName: '本科生学号',
        studentType: '4201',
        segments: [part('grade'), part('level', 1), part('department', 3), part('major', 4), part('serial')],
        serialLength: 3,
        serialScope: '2',
        sfqy: '1',
      } as never,
    },
    'studentIdRule:create',
  );
  const keys: string[][] = [];
  for (const [at, { njzydm }] of majors.entries()) {
    const list = Array.from({ length: admitted[at] ?? 0 }, (_none, seat) => ({ seat, ...personName(random) }));
    const made: string[] = [];
    for (const { seat, name, pinyin, xbm } of list) {
      const origin = random.pick(origins);
      // The last figure before the check tells the sex.
      const place = 100 + at * 40 + seat * 2 + Number(xbm === '1');
      const values = {
        examineeNumber: `${(newest ?? '').slice(2)}${origin}0${String(at + 1)}15${String(1000 + at * 40 + seat)}`,
        studentName: name,
        sexCode: xbm,
        gradeMajorId: njzydm,
        admissionNumber: `${newest ?? ''}${String(9000 + at * 40 + seat)}`,
        admitType: '01',
        sourcePlace: origin,
        admitScore: String(Math.round(random.normal(568, 18) * 2) / 2),
        chineseScore: String(100 + random.below(30)),
        mathScore: String(95 + random.below(45)),
        foreignScore: String(100 + random.below(40)),
        comprehensiveScore: null,
        idType: '1',
        idNumber: idNumber(origin, 1 + random.below(12), place),
        nationCode: '01',
        politicalCode: null,
        mobile: null,
        address: null,
      };
      made.push(
        (await send(`${njzydm}:${String(seat)}:${pinyin}`, freshman.commands.create, { values }, 'freshman:create'))
          .key,
      );
    }
    keys.push(made);
  }
  const [onTheWay = [], ...come] = keys;
  const today = now.slice(0, 10);
  const one = (at: number): string[] => onTheWay.slice(at, at + 1);
  const later = addDays(today, 20);
  await send('report', reportCommand, { keys: [...onTheWay.slice(0, 2), ...come.flat()] }, 'freshman:report');
  await send(
    'late',
    absentCommand,
    { keys: one(2), leaveUntil: later, leaveReason: '住院治疗，已请假' },
    'freshman:absent',
  );
  await send('absent', absentCommand, { keys: one(3), leaveUntil: null, leaveReason: '联系不上' }, 'freshman:absent');
  await send(
    'army',
    keepCommand,
    { keys: one(4), keepReason: '1', keepUntil: addDays(today, 730) },
    'freshman:keepQualification',
  );
  await send(
    'declined',
    abandonCommand,
    { keys: one(5), abandonWay: '1', abandonReason: '本人书面声明，准备复读' },
    'freshman:abandon',
  );
  const ids = majors.map(({ njzydm }) => njzydm);
  await send(
    'divide',
    divideCommand,
    {
      plans: ids.slice(1).map((gradeMajorId) => ({ gradeMajorId, classNum: 3 })),
      sortRuleId,
      classRuleId,
      again: '0',
      digest: null,
    },
    'classDivision:divide',
  );
  await send(
    'number',
    generateNumbersCommand,
    { gradeMajorIds: ids.slice(2), idRuleId, sortRuleId: null, digest: null },
    'studentIdRule:generate',
  );
  await send(
    'students',
    toStudentCommand,
    { gradeMajorIds: ids.slice(3), enrollDate: `${newest ?? ''}-09-01` },
    'freshman:toStudent',
  );
}
