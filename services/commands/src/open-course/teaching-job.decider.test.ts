import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobContent, TeachingJobEvent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import {
  classTeachersOf,
  equalParts,
  jobFindings,
  type BesideJob,
} from '@jwxt/contracts/open-course/teaching-job.rules.ts';
import { evolveTeachingJob, type TeachingJobState } from '@jwxt/contracts/open-course/teaching-job.state.ts';
import { isRefused } from '../kernel/refusal.ts';
import { teachingJobDecider, type ClassTies, type TeachingJobCommand } from './teaching-job.decider.ts';

const teacher = (own: Partial<JobContent['teachers'][number]> = {}): JobContent['teachers'][number] => ({
  teacherCode: 'T01',
  teacherName: '王老师',
  teacherRole: '1',
  hourType: '1',
  hour: 480,
  startEndWeek: '1-16',
  isScoreTeacher: true,
  ...own,
});
const job = (own: Partial<JobContent> = {}): JobContent => ({
  teachingClassId: 'J1',
  teachingClassCode: '(2026-2027-1)-C1-01',
  teachingClassName: '计算机1班',
  semesterId: '2026-2027-1',
  courseId: 'C1',
  courseName: '程序设计',
  openDepartmentId: '101',
  schoolZone: '1',
  jobType: '1',
  totalHour: 480,
  weekHours: null,
  startEndWeek: '1-16',
  studentNum: 60,
  capacity: 60,
  administrativeClasses: [],
  teachers: [teacher()],
  ...own,
});
const beside = (own: Partial<BesideJob> = {}): BesideJob => ({
  links: [],
  teachers: [{ teacherCode: 'T01', state: 'onJob', stateName: '在职' }],
  taken: [],
  course: { planned: 60, capacity: 60 },
  maxWeek: 25,
  ...own,
});
const free: ClassTies = { meetings: 0, meetingTeachers: [], chosen: 0, scored: false, used: false };

/** State and events after commands, the refused ones passed over. */
function after(commands: readonly TeachingJobCommand[], ties: ClassTies = free, changed: JobContent = job()) {
  let state: TeachingJobState = { status: 'editing' };
  const events: TeachingJobEvent[] = [];
  for (const command of commands) {
    const wanted = command.type === 'change' ? changed : job();
    const decided = teachingJobDecider.decide(state, command, { job: wanted, beside: beside(), ties });
    if (isRefused(decided)) continue;
    for (const event of decided) {
      state = evolveTeachingJob(state, event);
      events.push(event);
    }
  }
  return { state, events };
}

const anyCommand = fc.oneof(
  fc.constant<TeachingJobCommand>({ type: 'commit' }),
  fc.constant<TeachingJobCommand>({ type: 'confirm' }),
  fc.boolean().map((confirmed): TeachingJobCommand => ({ type: 'recall', confirmed, reason: '' })),
  fc.constant<TeachingJobCommand>({ type: 'change', reason: '' }),
  fc.constant<TeachingJobCommand>({ type: 'stop', reason: '' }),
);

test('OPEN-COURSE-04: whatever is asked, a class exists exactly between confirm and its recall or stop', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
      const { state, events } = after(commands, free, job({ capacity: 61 }));
      let exists = false;
      for (const event of events) {
        if (event.type === 'JobConfirmed') exists = true;
        if (event.type === 'JobChanged') expect(exists).toBe(true);
        if (event.type === 'JobRecalled' || event.type === 'JobStopped') {
          expect(event.data.confirmed).toBe(exists);
          exists = false;
        }
      }
      expect(state.status === 'confirmed').toBe(exists);
      expect(events.filter(({ type }) => type === 'JobStopped').length).toBeLessThanOrEqual(1);
      expect(events.findIndex(({ type }) => type === 'JobStopped')).toBeOneOf([-1, events.length - 1]);
    }),
  );
});

test('OPEN-COURSE-04: a confirmed job is held by meetings, scores and choosers; a stop asks no chooser', () => {
  const confirmed: TeachingJobState = { status: 'confirmed', job: job() };
  const ask = (command: TeachingJobCommand, own: Partial<ClassTies>) =>
    teachingJobDecider.decide(confirmed, command, { job: job(), beside: beside(), ties: { ...free, ...own } });
  const recall = { type: 'recall', confirmed: true, reason: '' } as const;
  expect(ask(recall, { meetings: 2 })).toMatchObject({ refused: { code: 'JOB_SCHEDULED' } });
  expect(ask(recall, { chosen: 3 })).toMatchObject({ refused: { code: 'JOB_CHOSEN' } });
  expect(ask(recall, { scored: true })).toMatchObject({ refused: { code: 'JOB_SCORED' } });
  expect(ask(recall, {})).toHaveLength(1);
  expect(ask({ type: 'stop', reason: '' }, { chosen: 3 })).toHaveLength(1);
  expect(ask({ type: 'stop', reason: '' }, { scored: true })).toMatchObject({ refused: { code: 'JOB_SCORED' } });
  expect(
    teachingJobDecider.decide(
      confirmed,
      { type: 'change', reason: '' },
      {
        job: job({ teachers: [teacher({ teacherCode: 'T02', teacherName: '李老师' })] }),
        beside: beside(),
        ties: { ...free, meetings: 1, meetingTeachers: [{ teacherCode: 'T01', teacherName: '王老师' }] },
      },
    ),
  ).toMatchObject({ refused: { code: 'JOB_TEACHER_MEETS', details: { name: '王老师' } } });
});

test('OPEN-COURSE-05, 19: what keeps a job from being committed, each with its words', () => {
  const errors = (own: Partial<JobContent>, by: Partial<BesideJob> = {}) =>
    jobFindings(job(own), beside(by))
      .filter(({ level }) => level === 'error')
      .map(({ message }) => message);
  expect(errors({})).toEqual([]);
  expect(errors({ teachers: [] })).toEqual(['没有任课教师']);
  expect(errors({ totalHour: 0, teachers: [teacher({ hour: 0 })] })).toEqual(['总学时应大于0']);
  expect(errors({ teachers: [teacher({ isScoreTeacher: false })] })).toEqual(['没有指定成绩录入人']);
  expect(errors({ teachers: [teacher({ hour: 240 }), teacher({ teacherCode: 'T02', hour: 240 })] })).toEqual([
    '成绩录入人只能有一名',
  ]);
  expect(errors({ teachers: [teacher({ hour: 481 })] })).toEqual(['各教师学时之和48.1超过总学时48']);
  expect(errors({ teachers: [teacher({ startEndWeek: '1-17' })] })).toEqual(['王老师的起止周超出任务的起止周']);
  expect(errors({}, { teachers: [{ teacherCode: 'T01', state: 'gone', stateName: '退休' }] })).toEqual([
    '王老师的状态是“退休”，不能任课',
  ]);
  const link = { hourType: '1', hourName: '理论', hours: 320, startEndWeek: '1-16', groupNum: 2, groupSize: 25 };
  expect(errors({ teachers: [teacher({ hour: 320 })] }, { links: [link] })).toEqual([
    '各教学环节学时之和32不等于总学时48',
    '环节“理论”分组共50人，少于60名学生',
  ]);
  expect(errors({}, { taken: [{ className: '计科2601', jobName: '二班' }] })).toEqual([
    '计科2601已在同一课程的“二班”中',
  ]);
  // What is merely to be looked at keeps nothing.
  expect(jobFindings(job(), beside({ course: { planned: 90, capacity: 60 } }))).toEqual([
    { level: 'warning', field: 'capacity', message: '该课程各任务的容量共60，少于计划人数90' },
  ]);
});

test('OPEN-COURSE-03: parts of a job have its room between them, and nobody is a teacher of a class twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 999 }), fc.integer({ min: 2, max: 20 }), (room, parts) => {
      const shares = equalParts(room, parts);
      expect(shares).toHaveLength(parts);
      expect(shares.reduce((all, one) => all + one, 0)).toBe(room);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
  const teachers = [
    teacher({ teacherCode: 'T02', hour: 100, startEndWeek: '1-4', isScoreTeacher: false }),
    teacher({ hour: 200, startEndWeek: '1-8' }),
    teacher({ hourType: '2', hour: 180, startEndWeek: '7-10', isScoreTeacher: true }),
  ];
  expect(classTeachersOf(teachers, 25)).toEqual([
    { teacherCode: 'T01', hour: 380, hourType: null, weeks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    { teacherCode: 'T02', hour: 100, hourType: '1', weeks: [1, 2, 3, 4] },
  ]);
});
