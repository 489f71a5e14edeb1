import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { plateCourseTimeSetting, startTimeSet } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { jobType, setType, teacherRole } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { commitJobs, confirmJobs, stopJobs } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { teacherPlan, teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { DemoAccounts } from './account.ts';
import { addDays, at, semesterAfter, type DemoSemester } from './calendar.ts';
import { campusOf, keyOfCourse, type DemoTeachingClass, type DemoUniversity } from './enrolment.ts';
import { tellItemGroups, type ToldItems } from './item-group-story.ts';

/** Where the jobs of a unit stand, in the order of its courses; one that is `bare` has no teacher yet. */
const states = ['bare', 'editing', 'committed', 'committed', 'confirmed', 'confirmed', 'stopped'] as const;
const WEEKS = '1-16';

/** One class of each course that a unit teaches now. */
function coursesOf({ teachingClasses }: DemoUniversity, unit: string): DemoTeachingClass[] {
  const seen = new Set<string>();
  return teachingClasses.filter(({ course }) => {
    if (course.kkxy !== unit || seen.has(course.kcmc)) return false;
    seen.add(course.kcmc);
    return true;
  });
}

/**
 * Tells of the next semester's open-course tasks (OPEN-COURSE-03, 05, 08, 11): the window that the office opens, a
 * plate that it keeps free, and jobs of one unit in each state, of courses that it teaches now. Answers two items.
 */
export async function tellOpenCourses(
  sender: CommandSender,
  accounts: DemoAccounts,
  university: DemoUniversity,
  current: DemoSemester,
  now: string,
): Promise<ToldItems | null> {
  const next = semesterAfter(current);
  await sender.load('semester', [{ ...next, sfgd: '0' }]);
  const day = now.slice(0, 10);
  const send = (what: string, actor: Actor, permission: PermissionCode, time: string) => ({
    commandId: derivedId(`demo:open-course:${what}`),
    actor,
    permission,
    at: at(day, -2, time),
  });
  const make = async (what: string, { name, commands }: Resource, values: WireRow, by: Actor, time: string) =>
    (await sender.send(commands.create, { values }, send(what, by, `${name}:create`, time))).key;
  const { office } = accounts;
  for (const type of [setType.jobs, setType.electiveReview])
    await make(
      `window:${type}`,
      startTimeSet,
      {
        semesterId: next.xnxq,
        setType: type,
        departmentId: null,
        beginTime: `${addDays(current.ksrq, -40)} 08:00:00`,
        endTime: `${addDays(next.ksrq, 14)} 23:59:59`,
        sfqy: '1',
      },
      office,
      '08:30:00',
    );
  const unit = university.teachingClasses[0]!.course.kkxy;
  const rows = new Map(university.rows);
  const classes = ((rows.get('classInfo') ?? []) as { bjdm: string; dwh: string; njdm: string }[]).filter(
    ({ dwh, njdm }) => dwh === unit && njdm === current.xnzj.slice(0, 4),
  );
  const campus = campusOf(unit);
  await make(
    'plate',
    plateCourseTimeSetting,
    {
      semesterId: next.xnxq,
      plateName: '大学体育（一）',
      courseId: null,
      weekCode: '4',
      timeCodes: '3-4',
      weeks: WEEKS,
      schoolZone: campus,
      gradeMajorIds: [],
      sfqy: '1',
    },
    office,
    '08:40:00',
  );
  const clerk = accounts.clerk(unit);
  const keys: Record<(typeof states)[number], string[]> = {
    bare: [],
    editing: [],
    committed: [],
    confirmed: [],
    stopped: [],
  };
  for (const [index, { course, teachers }] of coursesOf(university, unit).slice(0, states.length).entries()) {
    const state = states[index]!;
    const hours = String((course.xf * 16) / 10);
    const key = await make(
      `job:${String(index)}`,
      teachingJob,
      {
        semesterId: next.xnxq,
        teachingClassName: `${course.kcmc}01班`,
        courseId: keyOfCourse(course),
        openDepartmentId: unit,
        schoolZone: campus,
        jobType: jobType.planned,
        totalHour: hours,
        startEndWeek: WEEKS,
        weekHours: null,
        studentNum: 60,
        capacity: 90,
        administrativeClasses: classes.slice(0, 2).map(({ bjdm }) => bjdm),
        classroomType: null,
        examMethod: null,
        teachLanguage: null,
        plateId: null,
      },
      clerk,
      '09:00:00',
    );
    keys[state].push(key);
    if (state === 'bare') continue;
    await make(
      `teacher:${String(index)}`,
      teacherPlan,
      {
        teachingClassId: key,
        teacherCode: teachers[0]!.gh,
        teacherRole: teacherRole.main,
        hourType: '1',
        hour: hours,
        startEndWeek: WEEKS,
        isScoreTeacher: '1',
      },
      clerk,
      '09:10:00',
    );
  }
  const handedIn = [...keys.committed, ...keys.confirmed, ...keys.stopped];
  await sender.send(commitJobs, { keys: handedIn }, send('commit', clerk, 'teachingJob:batchCommit', '10:00:00'));
  await sender.send(
    confirmJobs,
    { keys: [...keys.confirmed, ...keys.stopped] },
    send('confirm', accounts.dean(unit), 'teachingJob:confirm', '15:00:00'),
  );
  await sender.send(
    stopJobs,
    { keys: keys.stopped, reason: '任课教师下学期公派出国' },
    send('stop', office, 'teachingJob:stop', '16:00:00'),
  );
  return await tellItemGroups(sender, accounts, university, next.xnxq, now);
}
