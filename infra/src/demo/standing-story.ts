import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoSemester } from './calendar.ts';
import type { DemoUniversity } from './enrolment.ts';

type GradeMajor = { readonly njzydm: string; readonly njzymc: string; readonly njdm: string };

/**
 * Starts what freezes standings (SCORE-MORE-21, 25): the grade point averages up to the last semester, which students
 * check, and the scores of the grade that graduates next.
 */
export async function tellStandings(
  sender: CommandSender,
  { rows }: DemoUniversity,
  office: Actor,
  last: DemoSemester,
): Promise<void> {
  const majors = (rows.find(([resource]) => resource === 'gradeMajor')?.[1] ?? []) as readonly GradeMajor[];
  const itemsOf = (some: readonly GradeMajor[]) =>
    some.map(({ njzydm, njzymc }) => ({ itemKey: njzydm, itemName: njzymc }));
  const oldest = majors.map(({ njdm }) => njdm).toSorted()[0] ?? '';
  const graduationBatch = `${String(Number(oldest) + 4)}届`;
  await sender.send(
    startLongJob,
    {
      kind: 'gpaCheckGenerate',
      title: `${last.xnxqmc}绩点核查名单生成`,
      payload: { semesterId: last.xnxq },
      items: itemsOf(majors),
    },
    { commandId: derivedId('demo:standing:gpa'), actor: office, permission: 'gpaCheckList:generate' },
  );
  await sender.send(
    startLongJob,
    {
      kind: 'graduationScoreGenerate',
      title: `${graduationBatch}毕业成绩生成`,
      payload: { graduationBatch },
      items: itemsOf(majors.filter(({ njdm }) => njdm === oldest)),
    },
    { commandId: derivedId('demo:standing:graduation'), actor: office, permission: 'graduationScore:generate' },
  );
}
