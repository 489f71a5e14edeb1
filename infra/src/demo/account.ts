import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { roles } from '../base-data/role.data.ts';
import { majorHeadIndex, type DemoStudent, type DemoTeacher, type DemoUniversity } from './enrolment.ts';
import { newDepartment, officeDepartment, teachingDepartments } from './university.data.ts';

/** Password of every account of the demo university. It is printed at start and refused in production. */
export const demoPassword = 'Jwxt@2026';

/** The accounts that a newcomer is told about, with what they are for. */
export const namedAccounts = [
  { userName: 'admin', purpose: '系统管理员：读模型、统计' },
  { userName: 'teacher1', purpose: '任课教师：录入、提交、成绩更改' },
  { userName: 'teacher2', purpose: '任课教师：与 teacher1 同教一个班' },
  { userName: 'dean1', purpose: '院系审核' },
  { userName: 'registrar1', purpose: '教务处审核' },
  { userName: 'auditor1', purpose: '审计员：成绩回放' },
  { userName: 'privacy1', purpose: '数据保护专员：个人信息导出、删除' },
  { userName: 'clerk1', purpose: '院系教务员：成绩认定申请' },
  { userName: `teacher${majorHeadIndex + 1}`, purpose: '专业负责人：制定本专业的培养方案' },
  { userName: 'office1', purpose: '教务处管理员：终审' },
  { userName: 'student1', purpose: '学生：个人主页、已公布的成绩' },
  { userName: 'student2', purpose: '学生：缓考申请' },
] as const;

/** The people who act, as the gateway would name them. */
export interface DemoAccounts {
  readonly userRows: readonly object[];
  readonly userRoleRows: readonly object[];
  /** The one evaluation that the student's account owes. */
  readonly evaluationRows: readonly object[];
  teacher(teacher: DemoTeacher): Actor;
  /** Approver of a department. */
  dean(dwh: string): Actor;
  /** Clerk of a department. */
  clerk(dwh: string): Actor;
  readonly registrars: readonly Actor[];
  readonly office: Actor;
  /** The student who has an account, and that account. */
  readonly student: DemoStudent;
  readonly studentActor: Actor;
  /** The student who asks to sit an exam later, where there is one. */
  readonly deferring: Actor | null;
}

/** Accounts for all teachers and staff, an administrator, an auditor, a data-protection officer and two students. */
export function openAccounts(university: DemoUniversity, deferring: DemoStudent | undefined): DemoAccounts {
  const departmentNames = new Map<string, string>([
    ...teachingDepartments.map(({ dwh, dwmc }) => [dwh, dwmc] as const),
    [officeDepartment, '教务处'],
    [newDepartment.dwh, newDepartment.dwmc],
  ]);
  const actor = (userName: string, jsbh: string, person: DemoTeacher | null, name = person?.xm ?? ''): Actor => ({
    userName,
    name,
    roleCodes: [jsbh],
    roleNames: [roles.find((role) => role.jsbh === jsbh)!.jsmc],
    gh: person?.gh ?? null,
    studentCode: null,
    departmentId: person?.dwh ?? null,
    departmentName: person ? departmentNames.get(person.dwh)! : null,
  });
  const studentActor = (userName: string, { studentName, studentCode }: DemoStudent): Actor => ({
    ...actor(userName, '08', null, studentName),
    studentCode,
  });
  const teachers = new Map(
    university.teachers.map((teacher, index) => [teacher.gh, actor(`teacher${index + 1}`, '06', teacher)]),
  );
  const deans = teachingDepartments.map((_, index) => actor(`dean${index + 1}`, '04', university.staff[index * 2]!));
  const clerks = teachingDepartments.map((_, index) =>
    actor(`clerk${index + 1}`, '03', university.staff[index * 2 + 1]!),
  );
  const [firstRegistrar, secondRegistrar, officeHead, officeDeputy, newDean, newClerk] = university.staff.slice(-6) as [
    DemoTeacher,
    DemoTeacher,
    DemoTeacher,
    DemoTeacher,
    DemoTeacher,
    DemoTeacher,
  ];
  deans.push(actor(`dean${deans.length + 1}`, '04', newDean));
  clerks.push(actor(`clerk${clerks.length + 1}`, '03', newClerk));
  const registrars = [actor('registrar1', '05', firstRegistrar), actor('registrar2', '05', secondRegistrar)];
  const office = actor('office1', '02', officeHead);
  // What the office itself asks for, nobody but a colleague may decide.
  const deputy = actor('office2', '02', officeDeputy);
  const casual = [
    actor('admin', '01', null, '系统管理员'),
    actor('auditor1', '07', null, '审计员'),
    actor('privacy1', '11', null, '数据保护专员'),
  ];
  const student = studentWithMostScores(university);
  const students: (readonly [string, DemoStudent])[] = [
    ['student1', student],
    ...(deferring ? [['student2', deferring] as const] : []),
  ];
  const all = [...casual, ...registrars, office, deputy, ...deans, ...clerks, ...teachers.values()];
  const ofDepartment = (list: readonly Actor[], dwh: string): Actor => list.find((one) => one.departmentId === dwh)!;
  return {
    userRows: [
      ...all.map((one) => ({
        userName: one.userName,
        name: one.name,
        kind: one.gh === null ? 'casual' : 'teacher',
        password: demoPassword,
        gh: one.gh,
        departmentId: one.departmentId,
      })),
      ...students.map(([userName, { studentName, studentCode }]) => ({
        userName,
        name: studentName,
        kind: 'student',
        password: demoPassword,
        studentCode,
      })),
    ],
    userRoleRows: [
      ...all.map((one) => ({ userName: one.userName, jsbh: one.roleCodes[0]! })),
      // Who is in charge of a major teaches as well.
      { userName: `teacher${majorHeadIndex + 1}`, jsbh: '10' },
      ...students.map(([userName]) => ({ userName, jsbh: '08' })),
    ],
    evaluationRows: evaluationOf(student, university).map((teachingClassId) => ({
      taskId: `student1.${teachingClassId}`,
      userName: 'student1',
      teachingClassId,
      status: '0',
    })),
    teacher: (teacher) => teachers.get(teacher.gh)!,
    dean: (dwh) => ofDepartment(deans, dwh),
    clerk: (dwh) => ofDepartment(clerks, dwh),
    registrars,
    office,
    student,
    studentActor: studentActor('student1', student),
    deferring: deferring ? studentActor('student2', deferring) : null,
  };
}

/** The student who attended most classes of the last semester, whose scores are published, and attends one now. */
function studentWithMostScores({ teachingClasses, students }: DemoUniversity): DemoStudent {
  const current = teachingClasses[0]!.semester.xnxq;
  const [now, last] = [new Set<string>(), new Map<string, number>()];
  for (const { semester, students: attending } of teachingClasses) {
    for (const { studentCode } of attending) {
      if (semester.xnxq === current) now.add(studentCode);
      else last.set(studentCode, (last.get(studentCode) ?? 0) + 1);
    }
  }
  return students
    .filter(({ studentCode }) => now.has(studentCode))
    .reduce((best, student) =>
      (last.get(student.studentCode) ?? 0) > (last.get(best.studentCode) ?? 0) ? student : best,
    );
}

function evaluationOf(student: DemoStudent, { teachingClasses }: DemoUniversity): string[] {
  return teachingClasses
    .filter((one) => one.students.some(({ studentCode }) => studentCode === student.studentCode))
    .slice(0, 1)
    .map((one) => one.teachingClassId);
}
