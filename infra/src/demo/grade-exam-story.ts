import { giveTickets, signUp } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import {
  gradeExam,
  gradeExamRequirement,
  gradeExamScore,
  gradeExamStatus,
  gradeExamSubject,
} from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import { addDays, at, type DemoSemester } from './calendar.ts';
import type { DemoStudent } from './enrolment.ts';
import { createRandom } from './random.ts';

/** Who sat the exam of the last semester, besides the student who has an account. */
const EXAMINEES = 40;
const four = { subjectCode: 'CET4', subjectName: '大学英语四级', fullScore: 710, passLine: 425, fee: '30' };
const six = { subjectCode: 'CET6', subjectName: '大学英语六级', fullScore: 710, passLine: null, fee: '33' };

/**
 * Tells of two grade exams (SCORE-MORE-11…14): one of the last semester with its scores, and one that is open for
 * sign-up: level six after level four, which nobody takes again who has passed it.
 */
export async function tellGradeExams(
  sender: CommandSender,
  { office, student, others }: { office: Actor; student: DemoStudent; others: readonly DemoStudent[] },
  [current, last]: readonly DemoSemester[],
  now: string,
): Promise<void> {
  if (!current || !last) return;
  const random = createRandom('grade-exam');
  const send = (what: string, actor: Actor, permission: PermissionCode, instant: string) => ({
    commandId: derivedId(`demo:grade-exam:${what}`),
    actor,
    permission,
    at: instant,
  });
  const make = async (what: string, { name, commands }: Resource, values: WireRow, instant: string): Promise<string> =>
    (await sender.send(commands.create, { values }, send(what, office, `${name}:create`, instant))).key;
  const exam = (what: string, own: WireRow, instant: string): Promise<string> =>
    make(what, gradeExam, { gradeExamType: '01', publishStatus: gradeExamStatus.published, ...own }, instant);
  const subject = (what: string, values: WireRow, instant: string): Promise<string> =>
    make(what, gradeExamSubject, { schoolZone: null, ...values }, instant);

  const day = addDays(last.jsrq, -30);
  const past = {
    announced: at(day, -60, '09:00:00'),
    signUp: at(day, -45, '10:00:00'),
    tickets: at(day, -10, '15:00:00'),
  };
  const told = await exam(
    'last',
    {
      gradeExamName: `${last.xnxqmc}大学英语四级考试`,
      semesterId: last.xnxq,
      examDate: day,
      signUpBeginTime: `${addDays(day, -50)} 08:00:00`,
      signUpEndTime: `${addDays(day, -40)} 23:59:59`,
    },
    past.announced,
  );
  const sat = await subject('last:4', { gradeExamId: told, ...four, capacity: 300 }, past.announced);
  const examinees = [
    student,
    ...others.filter(({ studentCode }) => studentCode !== student.studentCode).slice(0, EXAMINEES),
  ];
  for (const each of examinees)
    await sender.send(
      signUp,
      { gradeExamSubjectId: sat },
      send(`sign-up:${each.studentCode}`, actorOf(each), 'gradeExam:signUp', past.signUp),
    );
  await sender.send(
    giveTickets,
    { gradeExamId: told },
    send('tickets', office, 'gradeExamRegistration:giveTickets', past.tickets),
  );
  for (const each of examinees) {
    const absent = each !== student && random.next() < 0.05;
    const [listening, reading, writing] =
      each === student ? [172, 181, 139] : [90, 100, 80].map((low) => low + random.below(95));
    await make(
      `score:${each.studentCode}`,
      gradeExamScore,
      {
        gradeExamSubjectId: sat,
        ticketNumber: null,
        studentNumber: each.studentCode.slice(1),
        studentName: each.studentName,
        scoreValue: absent ? '0' : String(listening! + reading! + writing!),
        examDate: null,
        certificateNo: null,
        absentSign: absent ? '1' : '0',
        partScores: absent ? null : `听力 ${String(listening)}，阅读 ${String(reading)}，写作和翻译 ${String(writing)}`,
      },
      at(last.jsrq, 20, '10:00:00'),
    );
  }

  const today = now.slice(0, 10);
  const opened = at(today, -6, '09:00:00');
  const open = await exam(
    'open',
    {
      gradeExamName: `${current.xnxqmc}大学英语四六级考试`,
      semesterId: current.xnxq,
      examDate: addDays(today, 40),
      signUpBeginTime: `${addDays(today, -5)} 08:00:00`,
      signUpEndTime: `${addDays(today, 14)} 23:59:59`,
    },
    opened,
  );
  const [again, next] = [
    await subject('open:4', { gradeExamId: open, ...four, capacity: 500 }, opened),
    await subject('open:6', { gradeExamId: open, ...six, capacity: 300 }, opened),
  ];
  const none = { grades: [], studentTypes: [], prerequisiteSubjectId: null, prerequisiteScore: null };
  await make('wanted:4', gradeExamRequirement, { ...none, gradeExamSubjectId: again, maxPassedScore: 425 }, opened);
  await make(
    'wanted:6',
    gradeExamRequirement,
    { ...none, gradeExamSubjectId: next, prerequisiteSubjectId: sat, prerequisiteScore: 425, maxPassedScore: null },
    opened,
  );
}

/** A student as himself. */
function actorOf({ studentCode, studentName, dwh }: DemoStudent): Actor {
  return {
    userName: studentCode,
    name: studentName,
    roleCodes: ['08'],
    roleNames: ['学生'],
    gh: null,
    studentCode,
    departmentId: dwh,
    departmentName: null,
  };
}
