import { pointType } from '@jwxt/contracts/student-application/kinds/score-point-apply.ts';
import type { StudentApplicationGroup } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { DemoAccounts } from './account.ts';
import { addDays } from './calendar.ts';
import { keyOfCourse, type DemoStudent, type DemoTeachingClass, type DemoUniversity } from './enrolment.ts';
import { planCourses } from './plan-story.ts';
import { attemptOf } from './recognition-story.ts';
import type { ToldSheet } from './sheet-story.ts';
import { computedRows } from './unusual.ts';
import { courses, newVersions, teachingDepartments } from './university.data.ts';

/** Who may apply, for whom, with what, and who decides at the nodes in their order. */
export interface Candidate {
  readonly student: DemoStudent;
  readonly applicant: Actor;
  readonly deciders: readonly Actor[];
  readonly form: Readonly<Record<string, unknown>>;
  readonly evidence?: { readonly name: string; readonly lines: readonly string[] };
}

/** A published score of the demo: hundredths. */
interface Scored {
  readonly student: DemoStudent;
  readonly sheet: ToldSheet;
  readonly final: number;
  readonly passed: boolean;
}

/** Who has a plan that fits each kind of application, the likeliest first; another student for every candidate. */
export function applicantsOf(
  university: DemoUniversity,
  accounts: DemoAccounts,
  { sheets, changed }: { readonly sheets: readonly ToldSheet[]; readonly changed: ReadonlySet<string> },
): {
  readonly byKind: Readonly<Record<StudentApplicationGroup, readonly Candidate[]>>;
  award(student: DemoStudent): Candidate;
} {
  const scores = publishedScores(university, sheets).filter(
    ({ sheet, student }) => !changed.has(attemptOf(sheet, student.studentCode)),
  );
  const current = university.teachingClasses[0]!.semester.xnxq;
  // Some weeks into the semester before.
  const obtainDate = addDays(university.teachingClasses.at(-1)!.semester.ksrq, 40);
  const isOpen = openClasses(sheets, current);
  const registrar = accounts.registrars[0]!;
  const unitAndOffice = (student: DemoStudent) => [accounts.dean(student.dwh), registrar];
  const taken = new Set([accounts.student.studentCode, accounts.deferring?.studentCode]);
  /** Nobody asks twice, nor do those who have accounts: they are for whoever tries the product. */
  const own = (list: Iterable<Candidate>): Candidate[] => {
    const chosen: Candidate[] = [];
    for (const candidate of list) {
      if (chosen.length === most) break;
      if (taken.has(candidate.student.studentCode)) continue;
      taken.add(candidate.student.studentCode);
      chosen.push(candidate);
    }
    return chosen;
  };
  const clerkOf = (student: DemoStudent): Actor => accounts.clerk(student.dwh);
  const unitAndOpening = (student: DemoStudent, { course: { kkxy } }: DemoTeachingClass): Actor[] => [
    accounts.dean(student.dwh),
    accounts.dean(kkxy),
  ];
  const elsewhere = ({ student, sheet }: Scored): boolean => student.dwh !== sheet.teachingClass.course.kkxy;

  const byKind: Record<StudentApplicationGroup, readonly Candidate[]> = {
    exchangeStudentApply: own(
      university.students.slice(40, 60).map((student) => ({
        student,
        applicant: clerkOf(student),
        deciders: unitAndOffice(student),
        form: {
          partnerSchool: '南山大学',
          projectName: '校际交换',
          beginSemesterId: current,
          endSemesterId: current,
          studyPlan: [{ outCourse: '数据挖掘', inCourse: '数据库系统原理' }],
          budget: [],
        },
      })),
    ),
    rebuildSignUpResult: own(
      scores
        .filter((score) => !score.passed && elsewhere(score))
        .map(({ student, sheet: { teachingClass } }) => ({
          student,
          applicant: clerkOf(student),
          deciders: [accounts.clerk(teachingClass.course.kkxy)],
          form: { courseId: keyOfCourse(teachingClass.course), rebuildMode: '2' },
        })),
    ),
    scoreCancelRecord: own(
      scores
        .filter(({ final }) => final >= 6000 && final < 6600)
        .map(({ student, sheet }) => ({
          student,
          applicant: accounts.clerk(sheet.teachingClass.course.kkxy),
          deciders: [accounts.dean(sheet.teachingClass.course.kkxy), accounts.office],
          form: {
            attemptId: attemptOf(sheet, student.studentCode),
            cancelReason: '经查实课程报告抄袭，按学校规定取消成绩',
          },
        })),
    ),
    scorePointApply: own(
      scores
        .filter(({ final, sheet }) => final >= 7000 && final < 9000 && sheet.teachingClass.course.template === 'T4060')
        .map(({ student, sheet }) =>
          awardOf(student, clerkOf(student), unitAndOffice(student), {
            courseId: keyOfCourse(sheet.teachingClass.course),
            obtainDate,
          }),
        ),
    ),
    selfLearn: own(
      bestFirst(scores).flatMap((student) =>
        university.teachingClasses
          .filter((each) => isOpen(each) && each.students.includes(student) && isTheory(each))
          .slice(0, 1)
          .map((teachingClass) => ({
            student,
            applicant: clerkOf(student),
            deciders: unitAndOpening(student, teachingClass),
            form: {
              teachingClassId: teachingClass.teachingClassId,
              reasonText: '与专业实习时间冲突，已自学大部分内容，保证参加考试',
            },
          })),
      ),
    ),
    // Chosen last, as those below them: so that whom the others are told of does not hang on them.
    makeupLearn: [],
    upgradeVersionApply: own(
      newVersions.flatMap((version) =>
        scores
          .filter(({ passed, sheet }) => passed && sheet.teachingClass.course.ywbm === version.replaced)
          .map(({ student }) => ({
            student,
            applicant: clerkOf(student),
            deciders: unitAndOffice(student),
            form: { newCourseId: keyOfVersion(university, version.course.ywbm), reasonText: '培养方案已改为新课程' },
          })),
      ),
    ),
    personalScheme: own(
      scores.slice(0, 60).map(({ student }) => ({
        student,
        applicant: clerkOf(student),
        deciders: unitAndOffice(student),
        form: {
          baseGradeMajorId: student.njzydm,
          schemeReason: '5',
          reasonText: '参加校企联合培养，按本专业方案单独安排',
          changes: [],
        },
      })),
    ),
    personalCoursePlanApply: [],
    // Told with their batch.
    transferMajor: [],
    rewardApply: own(
      university.students.slice(100, 116).map((student) => ({
        student,
        applicant: clerkOf(student),
        deciders: unitAndOffice(student),
        form: {
          xnzj: current.slice(0, 9),
          rewardName: '大学生创新创业大赛',
          rewardLevel: '2',
          rewardCategory: '2',
          rewardGrade: '2',
          rewardType: '3',
          rewardWay: '2',
          rewardAmount: null,
          rewardDate: obtainDate,
          awardUnit: '省教育厅',
          documentNumber: null,
          totalPerson: 5,
          selfRank: 2,
        },
        evidence: { name: '获奖证书', lines: ['获奖证书', '', `姓名：${student.studentName}`, '大学生创新创业大赛'] },
      })),
    ),
    punishmentApply: own(
      university.students.slice(130, 146).map((student) => ({
        student,
        applicant: clerkOf(student),
        deciders: unitAndOffice(student),
        form: {
          violationType: '05',
          violationDate: obtainDate,
          violationText: '一学期内多次旷课，经谈话教育后没有改正',
          punishName: '2',
          months: 6,
          attemptId: null,
          documentNumber: null,
        },
        evidence: { name: '陈述申辩记录', lines: ['陈述和申辩记录', '', `学生：${student.studentName}`] },
      })),
    ),
    leaveApply: own(
      university.students.slice(160, 176).map((student) => ({
        student,
        applicant: clerkOf(student),
        deciders: [accounts.dean(student.dwh)],
        form: {
          leaveType: '1',
          beginTime: `${addDays(obtainDate, 30)} 08:00:00`,
          endTime: `${addDays(obtainDate, 36)} 18:00:00`,
          leaveReason: '住院治疗',
        },
      })),
    ),
    // Told with the items of the next semester.
    studentChangeItem: [],
  };
  byKind.makeupLearn = own(
    missedCourses(university, isOpen, (student, teachingClass) => ({
      student,
      applicant: clerkOf(student),
      deciders: unitAndOpening(student, teachingClass),
      form: {
        followTeachingClassId: teachingClass.teachingClassId,
        reasonType: '4',
        reasonText: '上学年因病漏修，申请随本学期教学班补修',
      },
    })),
  );
  byKind.personalCoursePlanApply = own(
    university.students.slice(180, 196).map((student) => ({
      student,
      applicant: clerkOf(student),
      deciders: [accounts.dean(student.dwh)],
      form: {
        courses: courses
          .filter(({ kind, kkxy }) => kind === 'major' && kkxy !== student.dwh)
          .slice(-2)
          .map((course) => ({ courseId: keyOfCourse(course), term: termNow(student, university) + 1 })),
        reasonText: '准备跨专业考研，已与导师商定',
      },
    })),
  );
  return {
    award: (student) => awardOf(student, clerkOf(student), unitAndOffice(student), { courseId: null, obtainDate }),
    byKind,
  };
}

/** Candidates that are kept for each kind. */
const most = 12;

function awardOf(
  student: DemoStudent,
  applicant: Actor,
  deciders: readonly Actor[],
  { courseId, obtainDate }: { readonly courseId: string | null; readonly obtainDate: string },
): Candidate {
  const projectName = courseId === null ? '全国大学生英语竞赛三等奖' : '全国大学生数学建模竞赛二等奖';
  return {
    student,
    applicant,
    deciders,
    form: {
      pointType: courseId === null ? pointType.innovation : pointType.course,
      projectCategoryId: null,
      projectName,
      awardLevel: '1',
      obtainDate,
      courseId,
      point: courseId === null ? '1.0' : '3.0',
    },
    evidence: { name: '获奖证书', lines: ['获奖证书', '', `姓名：${student.studentName}`, projectName] },
  };
}

function publishedScores({ teachingClasses }: DemoUniversity, sheets: readonly ToldSheet[]): Scored[] {
  const current = teachingClasses[0]!.semester.xnxq;
  return sheets
    .filter(({ teachingClass }) => teachingClass.semester.xnxq !== current)
    .flatMap((sheet) => {
      const { course, students } = sheet.teachingClass;
      const typed = [...sheet.cells].map(([studentCode, items]) => ({ studentCode, items }));
      const items = Math.max(0, ...typed.map((row) => Object.keys(row.items).length));
      const finals = new Map(
        computedRows(
          course.template,
          // Who was absent or sits the exam later has not all of them.
          typed.filter((row) => Object.keys(row.items).length === items),
        ).rows.map((row) => [row.studentCode, row]),
      );
      return students.flatMap((student) => {
        const row = finals.get(student.studentCode);
        return row === undefined || row.final === null
          ? []
          : [{ student, sheet, final: row.final, passed: row.passed === true }];
      });
    });
}

/** Students by the mean of their scores. */
function bestFirst(scores: readonly Scored[]): DemoStudent[] {
  const sums = new Map<DemoStudent, { sum: number; count: number }>();
  for (const { student, final } of scores) {
    const { sum, count } = sums.get(student) ?? { sum: 0, count: 0 };
    sums.set(student, { sum: sum + final, count: count + 1 });
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other.sum / other.count - one.sum / one.count)
    .map(([student]) => student);
}

/** Classes of the current semester whose sheets are still with their teachers, and not those of the first unit. */
function openClasses(sheets: readonly ToldSheet[], current: string): (teachingClass: DemoTeachingClass) => boolean {
  const open = new Set(
    sheets
      .filter(({ applyId, teachingClass }) => applyId === null && teachingClass.semester.xnxq === current)
      .map(({ teachingClass }) => teachingClass),
  );
  return (teachingClass) => open.has(teachingClass) && teachingClass.course.kkxy !== '101';
}

/** What may be learnt by oneself: neither practice, sports, nor political education. */
const isTheory = ({ course: { template, kkxy } }: DemoTeachingClass): boolean =>
  ['T4060', 'T302050'].includes(template) && kkxy !== '111';

/** The term that a student is in now, counted from the one that he began in. */
function termNow({ njzydm }: DemoStudent, { teachingClasses }: DemoUniversity): number {
  const { xnzj, xqm } = teachingClasses[0]!.semester;
  return (Number(xnzj.slice(0, 4)) - Number(njzydm.slice(0, 4))) * 2 + Number(xqm);
}

/** Students whose plan had, in an earlier semester, a course that is taught now to others. */
function* missedCourses(
  university: DemoUniversity,
  isOpen: (teachingClass: DemoTeachingClass) => boolean,
  candidate: (student: DemoStudent, teachingClass: DemoTeachingClass) => Candidate,
): Generator<Candidate> {
  const { students, teachingClasses } = university;
  const plans = new Map(teachingDepartments.map(({ dwh }) => [dwh, planCourses(dwh)]));
  for (const teachingClass of teachingClasses.filter(isOpen)) {
    const attended = new Set(
      teachingClasses.filter(({ course }) => course === teachingClass.course).flatMap((each) => each.students),
    );
    const missing = students.filter((student) => {
      if (student.dwh === teachingClass.course.kkxy) return false;
      const term = plans.get(student.dwh)?.find(({ course }) => course === teachingClass.course)?.term;
      return term !== undefined && term < termNow(student, university) && !attended.has(student);
    });
    for (const student of missing.slice(0, 4)) yield candidate(student, teachingClass);
  }
}

/** Key of a course by its number, new versions too. */
export function keyOfVersion({ rows }: DemoUniversity, ywbm: string): string {
  const courses = (rows.find(([resource]) => resource === 'course')?.[1] ?? []) as readonly {
    kch: string;
    ywbm: string;
  }[];
  return courses.find((course) => course.ywbm === ywbm)!.kch;
}
