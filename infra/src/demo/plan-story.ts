import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { classPlanSet } from '@jwxt/contracts/scheme/plan/class-plan-set.resource.ts';
import { assignGradeMajor } from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { commonCoursePlan } from '@jwxt/contracts/scheme/plan/common-plan.resource.ts';
import { executionPlan } from '@jwxt/contracts/scheme/plan/execution-plan.resource.ts';
import { specialItem } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import { addDays, at, type DemoSemester } from './calendar.ts';
import { keyOfCourse, type DemoUniversity } from './enrolment.ts';
import { courses, type DemoCourse } from './university.data.ts';

/** The term of the n-th course of a plan: three years, two terms each. */
const termOf = (index: number): number => (index % 3) * 2 + (index % 2) + 1;
/** What the grade-majors of a unit have in their plans, the common courses first, each with its term. */
export function planCourses(dwh: string): { readonly course: DemoCourse; readonly term: number }[] {
  const common = courses.filter(({ kind }) => kind === 'public');
  const own = courses.filter(({ kind, kkxy }) => kind === 'major' && kkxy === dwh);
  return [...common, ...own].map((course, index) => ({ course, term: termOf(index) }));
}
/** What a unit has in the plans of its grade-majors besides the common courses, each with its term. */
export const ownPlanCourses = (dwh: string): ReturnType<typeof planCourses> =>
  planCourses(dwh).filter(({ course }) => course.kind === 'major');
/** Courses of which students choose an item. */
export const isSport = ({ template }: DemoCourse): boolean => template === 'TTY';
const sportItems = [
  { itemName: '篮球', capacity: 120, sexLimit: null },
  { itemName: '羽毛球', capacity: 80, sexLimit: null },
  { itemName: '健美操', capacity: 60, sexLimit: '2' },
  { itemName: '太极拳', capacity: null, sexLimit: null },
];

/**
 * Tells of the plans of all grade-majors (SCHEME-13, 14, 33, 34): common plans for what everybody takes, the rest by
 * the unit; a class that follows later, and sports of which students choose one.
 */
export async function tellPlans(
  sender: CommandSender,
  { gradeMajors, rows }: DemoUniversity,
  office: Actor,
  [current]: readonly DemoSemester[],
): Promise<void> {
  if (!current) return;
  const instant = at(addDays(current.ksrq, -120), 0, '10:00:00');
  const send = (what: string, permission: PermissionCode) => ({
    commandId: derivedId(`demo:plan:${what}`),
    actor: office,
    permission,
    at: instant,
  });
  const common = courses.filter(({ kind }) => kind === 'public');
  for (const [index, course] of common.entries()) {
    const values = {
      planName: course.kcmc,
      courseId: keyOfCourse(course),
      term: String(termOf(index)),
      credit: String(course.xf / 10),
      totalHour: String((course.xf * 16) / 10),
      weekHours: null,
      startEndWeek: '1-16',
      courseAttribute: course.template === 'TSJ' ? '5' : '1',
      courseNature: '01',
      classifyId: null,
      courseSystemName: '通识必修／公共基础课',
      openDepartmentId: course.kkxy,
      examMethod: course.template === 'T302050' || course.template === 'T4060' ? '1' : '2',
      specialItemSign: isSport(course) ? yesNo.yes : yesNo.no,
    } as const;
    const { key } = await sender.send(
      commonCoursePlan.commands.create,
      { values },
      send(`common.${course.ywbm}`, 'commonCoursePlan:create'),
    );
    await sender.send(
      assignGradeMajor,
      { key, gradeMajorIds: gradeMajors.map(({ njzydm }) => njzydm), removed: [] },
      send(`assign.${course.ywbm}`, 'commonCoursePlan:assignGradeMajor'),
    );
  }
  for (const { njzydm, dwh } of gradeMajors) {
    for (const { course, term } of ownPlanCourses(dwh))
      await sender.send(
        executionPlan.commands.create,
        {
          values: {
            gradeMajorId: njzydm,
            courseId: keyOfCourse(course),
            term: String(term),
            courseSystemId: null,
            courseSystemName: '学科基础／专业基础课',
            openDepartmentId: null,
            courseAttribute: null,
            courseNature: null,
            credit: null,
            totalHour: null,
            weekHours: null,
            startEndWeek: '1-16',
            examMethod: null,
            examWay: null,
            courseGroupId: null,
            specialItemSign: yesNo.no,
          },
        },
        send(`${njzydm}.${course.ywbm}`, 'trainingExecutionPlan:create'),
      );
  }
  await tellExceptions(sender, { gradeMajors, rows }, send);
  await tellItems(sender, current, send);
}

type Send = (
  what: string,
  permission: PermissionCode,
) => { commandId: string; actor: Actor; permission: PermissionCode; at: string };

/** The first class of the newest grade does not take its last course of the unit yet. */
async function tellExceptions(
  sender: CommandSender,
  { gradeMajors, rows }: Pick<DemoUniversity, 'gradeMajors' | 'rows'>,
  send: Send,
): Promise<void> {
  const [newest] = gradeMajors;
  const classes = rows.find(([resource]) => resource === 'classInfo')?.[1] as readonly {
    bjdm: string;
    njzydm: string;
  }[];
  const first = classes.find(({ njzydm }) => njzydm === newest?.njzydm);
  const course = courses.findLast(({ kind, kkxy }) => kind === 'major' && kkxy === newest?.dwh);
  if (!newest || !first || !course) return;
  const values = {
    executionPlanId: `${newest.njzydm}/${keyOfCourse(course)}`,
    bjdm: first.bjdm,
    isOpen: yesNo.no,
    openSemesterId: null,
    teacherSuggest: null,
    mergeGroup: null,
  };
  await sender.send(classPlanSet.commands.create, { values }, send('exception', 'classPlanSet:create'));
}

async function tellItems(sender: CommandSender, current: DemoSemester, send: Send): Promise<void> {
  for (const sport of courses.filter(isSport))
    for (const item of sportItems)
      await sender.send(
        specialItem.commands.create,
        {
          values: {
            ...item,
            capacity: item.capacity === null ? null : String(item.capacity),
            semesterId: current.xnxq,
            courseId: keyOfCourse(sport),
            itemType: '1',
            minScore: null,
            selfChoose: yesNo.yes,
          },
        },
        send(`item.${sport.ywbm}.${item.itemName}`, 'specialItem:create'),
      );
}
