import { hoursText } from '../../base-info/course.rules.ts';
import { parseWeeks, WEEKS_AT_MOST } from '../../kernel/week-text.ts';
import { yesNo } from '../../kernel/yes-no.ts';
import { leavesOfFrame, type FrameGroup, type SchemaFrame } from './schema-frame.ts';
import type { SchemaCourse } from './schema-course.ts';
import { creditTotals, isRequired, nodeSums, termSums, THEORY_HOURS } from './schema-sums.ts';

/** What base data says of a course now. */
export interface CourseFact {
  readonly enabled: boolean;
  /** Its unit is active. */
  readonly unitActive: boolean;
}

/** E keeps a scheme from being submitted, W is for people to judge (SCHEME-08). */
export type FindingLevel = 'E' | 'W';

/** Where a finding lies: a row, a module or classify, a term, or the scheme as a whole. */
export interface FindingPlace {
  readonly schemaCourseID?: string;
  readonly nodeId?: string;
  readonly term?: number;
}

/** What somebody should look at, in words. */
export interface Finding {
  readonly level: FindingLevel;
  readonly code: string;
  readonly where: FindingPlace;
  readonly text: string;
}

/** All that a scheme is judged by. */
export interface CheckedSchema {
  readonly courses: readonly SchemaCourse[];
  readonly frame: SchemaFrame;
  /** By `courseCode`; a course that is not there does not exist any more. */
  readonly facts: ReadonlyMap<string, CourseFact>;
}

/** Credits of a term below and above which somebody should look again, in tenths. */
const TERM_CREDIT = { least: 120, most: 300 } as const;
/** Week hours times weeks may be off theory hours by this much, in tenths. */
const WEEK_HOURS_OFF = 20;

const error = (code: string, where: FindingPlace, text: string): Finding => ({ level: 'E', code, where, text });
const warning = (code: string, where: FindingPlace, text: string): Finding => ({ level: 'W', code, where, text });

/**
 * Every check of a scheme (SCHEME-08), errors first: what the page lists while somebody types, and what a submission is
 * refused for. Texts are for people, numbers in them as people write them.
 */
export function checkSchema(schema: CheckedSchema): Finding[] {
  const findings = [
    ...checkTotals(schema),
    ...checkModules(schema),
    ...schema.courses.flatMap((course) => checkCourse(course, schema)),
    ...checkRepeats(schema.courses),
    ...checkPrerequisites(schema.courses),
    ...schema.frame.groups.flatMap((group) => checkGroup(group, schema.courses)),
    ...checkTerms(schema),
  ];
  return findings.toSorted((a, b) => Number(a.level === 'W') - Number(b.level === 'W'));
}

/** Whether a scheme may be sent for approval: no finding is an error. */
export function maySubmit(findings: readonly Finding[]): boolean {
  return findings.every(({ level }) => level !== 'E');
}

function checkTotals({ courses, frame }: CheckedSchema): Finding[] {
  if (courses.length === 0) return [error('empty', {}, '方案中还没有课程')];
  const totals = creditTotals(courses, frame);
  if (frame.requirements.length === 0)
    return [error('noRequirement', {}, '年级专业还没有专业方案要求，请先在“年级专业方案要求”中填写总学分')];
  return frame.requirements.flatMap((wanted) => {
    const of = frame.requirements.length > 1 ? `${wanted.gradeMajorName}：` : '';
    const parts: [code: string, label: string, has: number, wants: number][] = [
      ['requiredCredit', '必修学分', totals.required, wanted.requiredCredit],
      ['electiveCredit', '选修学分', totals.elective, wanted.electiveCredit],
      ['totalCredit', '必修与选修学分之和', totals.total, wanted.totalCredit],
    ];
    return [
      ...parts.flatMap(([code, label, has, wants]) =>
        has === wants
          ? []
          : [
              error(
                code,
                {},
                `${of}${label}为${hoursText(has)}，要求${hoursText(wants)}，` +
                  (has < wants ? `还差${hoursText(wants - has)}` : `超出${hoursText(has - wants)}`),
              ),
            ],
      ),
      ...(wanted.practiceCredit !== null && totals.practice < wanted.practiceCredit
        ? [
            warning(
              'practiceCredit',
              {},
              `${of}实践学分为${hoursText(totals.practice)}，要求至少${hoursText(wanted.practiceCredit)}`,
            ),
          ]
        : []),
      ...(totals.total > 0 && totals.practice * 100 < totals.total * frame.practicePercent
        ? [
            warning(
              'practiceShare',
              {},
              `${of}实践学分占${((totals.practice * 100) / totals.total).toFixed(1)}%，` +
                `应不低于${frame.practicePercent}%`,
            ),
          ]
        : []),
    ];
  });
}

function checkModules({ courses, frame }: CheckedSchema): Finding[] {
  const sums = nodeSums(courses, frame.nodes);
  return frame.nodes.flatMap(({ nodeId, name, minCredit, maxCredit, minCourseNum, minHours }) => {
    const { credit, courses: count, hours } = sums.get(nodeId) ?? { credit: 0, courses: 0, hours: 0 };
    const where = { nodeId };
    return [
      ...(minCredit !== null && credit < minCredit
        ? [
            error(
              'moduleMin',
              where,
              `“${name}”已排${hoursText(credit)}学分，最低${hoursText(minCredit)}，` +
                `还差${hoursText(minCredit - credit)}`,
            ),
          ]
        : []),
      ...(maxCredit !== null && credit > maxCredit
        ? [
            error(
              'moduleMax',
              where,
              `“${name}”已排${hoursText(credit)}学分，最高${hoursText(maxCredit)}，` +
                `超出${hoursText(credit - maxCredit)}`,
            ),
          ]
        : []),
      ...(minCourseNum !== null && count < minCourseNum
        ? [error('moduleCourses', where, `“${name}”已排${count}门课程，最低${minCourseNum}门`)]
        : []),
      ...(minHours !== null && hours < minHours
        ? [warning('moduleHours', where, `“${name}”已排${hoursText(hours)}学时，最低${hoursText(minHours)}`)]
        : []),
    ];
  });
}

function checkCourse(course: SchemaCourse, { frame, facts }: CheckedSchema): Finding[] {
  const { schemaCourseID, courseName, courseCode, hours, totalHour, weekHours, startEndWeek } = course;
  const where = { schemaCourseID };
  const fact = facts.get(courseCode);
  const found: Finding[] = [];
  if (!fact) found.push(error('courseGone', where, `课程“${courseName}”已不存在`));
  else if (!fact.enabled) found.push(error('courseDisabled', where, `课程“${courseName}”已停用`));
  else if (!fact.unitActive) found.push(error('unitInactive', where, `课程“${courseName}”的开课单位已停用`));
  if (!leavesOfFrame(frame).some(({ nodeId }) => nodeId === course.classifyId))
    found.push(error('classify', where, `“${courseName}”的课程分类不在方案版本中`));
  if (course.examMethod === '') found.push(error('examMethod', where, `“${courseName}”没有考核方式`));
  const typed = hours.reduce((sum, { xs }) => sum + xs, 0);
  if (typed !== totalHour)
    found.push(
      error('hourTypes', where, `“${courseName}”各类型学时之和为${hoursText(typed)}，总学时为${hoursText(totalHour)}`),
    );
  if (course.isDegreeCourse === yesNo.yes && !isRequired(course))
    found.push(error('degreeCourse', where, `学位课“${courseName}”应为必修课程`));
  if (course.term > frame.terms) found.push(warning('term', where, `“${courseName}”在学制之后的第${course.term}学期`));
  const theory = hours.find(({ xsbh }) => xsbh === THEORY_HOURS)?.xs;
  const weeks = weeksOf(startEndWeek);
  if (weekHours !== null && theory !== undefined && weeks > 0 && Math.abs(weekHours * weeks - theory) > WEEK_HOURS_OFF)
    found.push(
      warning(
        'weekHours',
        where,
        `“${courseName}”周学时${hoursText(weekHours)}×${weeks}周为${hoursText(weekHours * weeks)}，` +
          `理论学时为${hoursText(theory)}`,
      ),
    );
  return found;
}

function weeksOf(text: string): number {
  const parsed = parseWeeks(text, WEEKS_AT_MOST);
  return 'weeks' in parsed ? parsed.weeks.length : 0;
}

/** Two rows of one course clash when a student could be in both: in the same direction, or one of them in all. */
function checkRepeats(courses: readonly SchemaCourse[]): Finding[] {
  const seen = new Map<string, SchemaCourse[]>();
  return courses.flatMap((course) => {
    const { schemaCourseID, courseCode, courseName, directionId, term } = course;
    const earlier = seen.get(courseCode) ?? [];
    const clash = earlier.find((other) => other.directionId === directionId || !other.directionId || !directionId);
    seen.set(courseCode, [...earlier, course]);
    return clash
      ? [error('repeated', { schemaCourseID }, `“${courseName}”重复：第${clash.term}学期和第${term}学期都已安排`)]
      : [];
  });
}

function checkPrerequisites(courses: readonly SchemaCourse[]): Finding[] {
  return courses.flatMap(({ schemaCourseID, courseName, term, prerequisites }) =>
    prerequisites.flatMap((code) => {
      const rows = courses.filter(({ courseCode }) => courseCode === code);
      const before = rows.some((row) => row.term < term);
      const [first] = rows;
      return before || !first
        ? []
        : [
            warning(
              'prerequisite',
              { schemaCourseID },
              `“${courseName}”（第${term}学期）的先修课程“${first.courseName}”在第${first.term}学期，应更早`,
            ),
          ];
    }),
  );
}

function checkGroup(group: FrameGroup, courses: readonly SchemaCourse[]): Finding[] {
  const rows = courses.filter(({ courseGroupId }) => courseGroupId === group.courseGroupId);
  const [first] = rows;
  if (!first) return [];
  const where = { schemaCourseID: first.schemaCourseID };
  const credit = rows.reduce((sum, row) => sum + row.credit, 0);
  if (group.minCredit !== null && credit < group.minCredit)
    return [
      error(
        'groupCredit',
        where,
        `课组“${group.courseGroupName}”的课程共${hoursText(credit)}学分，达不到要求的${hoursText(group.minCredit)}`,
      ),
    ];
  return group.minCourseNum !== null && rows.length < group.minCourseNum
    ? [
        error(
          'groupCourses',
          where,
          `课组“${group.courseGroupName}”共${rows.length}门课程，达不到要求的${group.minCourseNum}门`,
        ),
      ]
    : [];
}

/** Terms with more required credits than a student can carry, or with fewer credits than one should. */
function checkTerms({ courses, frame }: CheckedSchema): Finding[] {
  const required = termSums(courses.filter(isRequired)).terms;
  const { terms } = termSums(courses);
  return [...terms.keys()]
    .toSorted((a, b) => a - b)
    .flatMap((term) => {
      const most = required.get(term)?.credit ?? 0;
      const offered = terms.get(term)?.credit ?? 0;
      if (most > TERM_CREDIT.most)
        return [
          warning(
            'termMax',
            { term },
            `第${term}学期必修${hoursText(most)}学分，建议不超过${hoursText(TERM_CREDIT.most)}`,
          ),
        ];
      return offered < TERM_CREDIT.least && term <= frame.terms - 2
        ? [
            warning(
              'termMin',
              { term },
              `第${term}学期只有${hoursText(offered)}学分，建议不少于${hoursText(TERM_CREDIT.least)}`,
            ),
          ]
        : [];
    });
}
