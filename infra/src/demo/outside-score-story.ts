import { outsideSchoolScore } from '@jwxt/contracts/recognition/outside-school-score.resource.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoStudent } from './enrolment.ts';

const brought = [
  {
    outSchoolName: '南湖大学',
    outSchoolScoreType: '1',
    outCourseName: '微观经济学',
    outCourseCredit: '3',
    value: '87',
  },
  {
    outSchoolName: '南湖大学',
    outSchoolScoreType: '1',
    outCourseName: '学术英语写作',
    outCourseCredit: '2',
    value: '91',
  },
  { outSchoolName: '学堂在线', outSchoolScoreType: '3', outCourseName: '大学物理', outCourseCredit: '4', value: '84' },
] as const;

/** Scores that students brought from other schools (SCORE-MORE-31), which nobody has asked to be recognised yet. */
export async function tellOutsideScores(
  sender: CommandSender,
  { office, students }: { office: Actor; students: readonly DemoStudent[] },
  semesterId: string,
  now: string,
): Promise<void> {
  for (const [at, { value, ...score }] of brought.entries()) {
    const { studentCode } = students[at * 7] ?? students[0]!;
    await sender.send(
      outsideSchoolScore.commands.create,
      {
        values: {
          ...score,
          studentCode,
          outSemesterId: semesterId,
          outCourseCode: null,
          outCoursePeriod: null,
          outCourseNatureName: null,
          outCourseAttributeName: null,
          outScoreCognizanceFinalValue: value,
        },
      },
      {
        commandId: derivedId(`demo:outside-score:${String(at)}`),
        actor: office,
        permission: 'outsideSchoolScore:create',
        at: now,
      },
    );
  }
}
