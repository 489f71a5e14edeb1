import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { specialItemGroup } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { jobType, teacherRole } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { commitJobs, confirmJobs } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { physicalProjectTask, teacherPlan, teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { specialItem, specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoAccounts } from './account.ts';
import { at } from './calendar.ts';
import { campusOf, keyOfCourse, type DemoStudent, type DemoUniversity } from './enrolment.ts';
import { isSport } from './plan-story.ts';
import { courses } from './university.data.ts';

/** Two items of one course of the next semester, and a student of the first. */
export interface ToldItems {
  readonly student: DemoStudent;
  readonly oldItemId: string;
  readonly newItemId: string;
}

/** Students of the item, who wait to be parted. */
const STUDENTS = 24;
const ROOM = 30;
/** Groups of the item: taught by a confirmed job, by one that is edited, and by none yet. */
const groups = ['confirmed', 'editing', 'none'] as const;

/**
 * Tells of the items of the next semester (SCHEME-34, OPEN-COURSE-15, 18): a sport whose groups stand differently and
 * whose students are not parted yet, another one of the same course, and two levels of a course with their bounds, into
 * which nobody was placed. Answers the two sports.
 */
export async function tellItemGroups(
  sender: CommandSender,
  { office }: DemoAccounts,
  { students, teachers }: DemoUniversity,
  semesterId: string,
  now: string,
): Promise<ToldItems | null> {
  const send = (what: string, permission: PermissionCode, time: string) => ({
    commandId: derivedId(`demo:item-groups:${what}`),
    actor: office,
    permission,
    at: at(now.slice(0, 10), -2, time),
  });
  const make = async (what: string, { name, commands }: Resource, values: WireRow, time: string) =>
    (await sender.send(commands.create, { values }, send(what, `${name}:create`, time))).key;
  const item = async (kch: string, itemName: string, more: WireRow) =>
    await make(
      `item:${itemName}`,
      specialItem,
      { semesterId, courseId: kch, itemName, capacity: null, sexLimit: null, selfChoose: yesNo.no, ...more },
      '11:00:00',
    );
  const english = courses.find(({ kcmc }) => kcmc.startsWith('大学英语'));
  if (english)
    for (const [itemName, minScore] of [
      ['A级', '85'],
      ['B级', '0'],
    ] as const)
      await item(keyOfCourse(english), itemName, {
        itemType: '2',
        minScore,
        capacity: itemName === 'A级' ? '60' : null,
      });
  const sport = courses.find(isSport);
  const [student] = students;
  if (!sport || !student) return null;
  const specialItemId = await item(keyOfCourse(sport), '排球', { itemType: '1', minScore: null });
  const newItemId = await item(keyOfCourse(sport), '乒乓球', { itemType: '1', minScore: null, capacity: '40' });
  for (const { studentCode } of students.slice(0, STUDENTS))
    await make(
      `student:${studentCode}`,
      specialItemStudent,
      { specialItemId, studentCode, itemSource: '手工', placementScore: null },
      '11:10:00',
    );
  const teacher = teachers.find(({ dwh }) => dwh === sport.kkxy) ?? teachers[0];
  for (const [index, state] of groups.entries()) {
    const name = `第${String(index + 1)}组`;
    const key = state === 'none' ? null : await job(name);
    await make(
      `group:${name}`,
      specialItemGroup,
      { specialItemId, groupName: name, teachingClassId: key, capacity: String(ROOM) },
      '11:40:00',
    );
    if (key === null || state !== 'confirmed' || !teacher) continue;
    await sender.send(commitJobs, { keys: [key] }, send('commit', 'teachingJob:batchCommit', '11:50:00'));
    await sender.send(confirmJobs, { keys: [key] }, send('confirm', 'teachingJob:confirm', '11:55:00'));
  }
  return { student, oldItemId: specialItemId, newItemId };

  async function job(name: string): Promise<string> {
    const { kcmc, kkxy, xf } = sport!;
    const hours = String((xf * 16) / 10);
    const key = await make(
      `job:${name}`,
      teachingJob,
      {
        semesterId,
        teachingClassName: `${kcmc}（排球${name}）`,
        courseId: keyOfCourse(sport!),
        openDepartmentId: kkxy,
        schoolZone: campusOf(kkxy),
        jobType: jobType.physical,
        totalHour: hours,
        startEndWeek: '1-16',
        weekHours: null,
        studentNum: STUDENTS,
        capacity: ROOM,
        administrativeClasses: [],
        classroomType: null,
        examMethod: null,
        teachLanguage: null,
        plateId: null,
      },
      '11:20:00',
    );
    await make(
      `task:${name}`,
      physicalProjectTask,
      {
        teachingClassId: key,
        specialItemId,
        itemName: '排球',
        placeId: null,
        sexLimit: null,
        rangeCampuses: [],
        rangeGrades: [],
        rangeDepartments: [],
        rangeMajors: [],
        rangeClasses: [],
        rangeLabels: [],
        rangeStudentTypes: [],
      },
      '11:30:00',
    );
    if (teacher)
      await make(
        `teacher:${name}`,
        teacherPlan,
        {
          teachingClassId: key,
          teacherCode: teacher.gh,
          teacherRole: teacherRole.main,
          hourType: '1',
          hour: hours,
          startEndWeek: '1-16',
          isScoreTeacher: '1',
        },
        '11:35:00',
      );
    return key;
  }
}
