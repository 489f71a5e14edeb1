import { randomUUID } from 'node:crypto';
import { electiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { load, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { openWindow, people } from './score-school.ts';

const { teacher2: teacher, office } = people;
const semester = '2026-2027-1';
const window = {
  semesterId: semester,
  departmentId: null,
  beginTime: openWindow.begin,
  endTime: openWindow.end,
  reason: '开放申报',
};

const form = (n: number) =>
  electiveDraft.parse({
    courseName: `鉴赏${n}`,
    courseBusinessCode: `GX${n}`,
    semester,
    departmentId: '101',
    publicCourseCategory: '03',
    schoolZone: '1',
    courseAttribute: '3',
    courseNature: '08',
    examMethod: '2',
    classPlanNum: '2',
    classSize: '60',
    credit: '1.5',
    totalHour: '24',
    courseSign: '1',
    placeType: '1',
    hourList: [
      { xsbh: '1', xs: '20' },
      { xsbh: '4', xs: '4' },
    ],
    teacherList: [{ gh: `E${n}` }],
    teacherInfo: '师'.repeat(150),
    courseInfo: '课'.repeat(300),
  });

const draft = (n: number) => ({ planId: randomUUID(), revision: -1, form: form(n) });

/** Commands of public electives. */
export const electiveSamples: CommandSamples = {
  'elective.setWindow': {
    prepare: (_t, n) => ({
      payload: {
        ...window,
        reason: `调整${n}`,
        endTime: new Date(Date.parse(openWindow.end) - n * 60_000).toISOString(),
      },
      envelope: { actor: office },
    }),
  },
  'elective.save': { prepare: (_t, n) => ({ payload: draft(n), envelope: { actor: teacher } }) },
  'elective.submit': {
    async prepare(t, n) {
      await load(t, 'teacher', [
        { gh: `E${n}`, ywbm: `E${n}`, xm: `教师${n}`, xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' },
      ]);
      return { payload: draft(n), envelope: { actor: teacher } };
    },
  },
  'elective.delete': {
    async prepare(t, n) {
      const { planId } = await t.accept<{ planId: string }>('elective.save', draft(n), { actor: teacher });
      return { payload: { planId }, envelope: { actor: teacher } };
    },
  },
};

/** What the samples of this file need beside the school. */
export async function prepareElectives(t: TestApp): Promise<void> {
  await t.accept('elective.setWindow', window, { actor: office });
}
