import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { recognitionAccountStream } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { EventLogUnavailable } from '@jwxt/infra/runtime/event-log-errors.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { CommandsApp } from '../app.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { createCommandHandler } from '../kernel/command-handler.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { recognitionRoutes } from './recognition.routes.ts';

let t: TestApp;
let second: CommandsApp;
/** Without policies, which would bring to its end what a broken try left, before it is sent again. */
let alone: TestApp;
beforeAll(async () => {
  [t, alone] = await Promise.all([startTestApp(), startTestApp({ policies: [] })]);
  await Promise.all([loadScoreSchool(t), loadScoreSchool(alone)]);
  second = t.another();
});
afterAll(async () => {
  await second.close();
  await Promise.all([t.stop(), alone.stop()]);
});

const addStudents = (app: TestApp, codes: readonly string[]) =>
  app.accept('reference.load', {
    resource: 'student',
    rows: codes.map((studentCode) => ({
      studentCode,
      studentNumber: studentCode,
      studentName: `学生${studentCode}`,
      xbm: '1',
      bjdm: 'B1',
      njzydm: '2026SE',
      dwh: '101',
      njdm: '2026',
      zydm: 'SE',
      xqdm: '1',
      xslbdm: '1',
      dqztm: '01',
    })),
  });
const attempts = 24;
const courses = ['K1', 'K2', 'K3'] as const;
const form = (studentId: string) => ({
  kind: 'outside',
  studentId,
  scoreCognizanceApplyRemark: '交换学习期间所修',
  relateList: courses.map((courseId) => ({
    outSideList: [
      {
        outSemesterId: '2025-2026-2',
        outCourseCode: `X-${courseId}`,
        outCourseName: `微积分${courseId}`,
        outCourseCredit: '5',
        outScoreCognizanceFinalValue: '91',
      },
    ],
    inSideList: [{ courseId, scoreCognizanceFinalValue: '88.5' }],
  })),
});
const types = async (stream: string, app = t): Promise<string[]> =>
  (await app.stream(stream)).map(({ event }) => event.type);

test('an application at two services up to 3 ms apart is opened once with all its courses; both say so', async () => {
  await addStudents(
    t,
    Array.from({ length: attempts }, (_, index) => `Z${index}`),
  );
  for (let index = 0; index < attempts; index += 1) {
    const student = `Z${index}`;
    const envelope = { actor: people.clerk, commandId: randomUUID() };
    const [one, two] = await Promise.all([
      t.send('recognition.apply', form(student), envelope),
      delay(index % 4).then(() => t.send('recognition.apply', form(student), envelope, second)),
    ]);
    expect([one, two], student).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
    const { applyId } = (one as { result: { applyId: string } }).result;
    expect((two as { result: unknown }).result, student).toEqual({ applyId });
    const held = await Promise.all(courses.map((course) => types(attemptsStream(student, course))));
    expect({
      student,
      held,
      account: await types(recognitionAccountStream(student)),
      opened: await types(recognitionStream(applyId)),
      application: await types(applicationStream(applyId)),
    }).toEqual({
      student,
      held: courses.map(() => ['RecognitionReserved']),
      account: ['RecognitionCreditTaken'],
      opened: ['RecognitionRequested'],
      application: ['ApplicationSubmitted'],
    });
  }
});

/**
 * An application whose first try reached the store, whatever it was answered, and the services of a process that reads
 * from a node that lags.
 */
async function behindLaggingNode(studentCode: string, appended: (tries: number) => Promise<void>) {
  await addStudents(alone, [studentCode]);
  const log = connectEventLog(alone.events.url, { name: 'lagging-test' });
  let tries = 0;
  const handler = createCommandHandler({
    log: {
      ...log,
      readStream: (stream, options) =>
        log.readStream(options?.reaches === undefined ? `nothing-of-${stream}` : stream, options),
      async append(stream, events, options) {
        const done = await log.append(stream, events, options);
        tries += 1;
        await appended(tries);
        return done;
      },
    },
  });
  const services = { ...alone.app.services, handler };
  const context: CommandContext = {
    commandId: randomUUID(),
    command: 'recognition.apply:test',
    correlationId: 'c',
    causationId: null,
    clientAddress: null,
    actor: people.clerk,
    permission: null,
    time: new Date().toISOString(),
  };
  const route = recognitionRoutes.find(({ definition }) => definition.name === 'recognition.apply')!;
  const apply = (time: string) =>
    route.run(route.definition.payload.parse(form(studentCode)), { ...context, time }, services);
  return { log, apply };
}

test.each([1, 2, 3, 4, 5])(
  'after append %i of an application got no answer it is sent again, to a lagging node: it is opened, and answered so',
  async (cut) => {
    const student = `L${cut}`;
    const { log, apply } = await behindLaggingNode(student, (tries) =>
      tries === cut ? Promise.reject(new EventLogUnavailable('append', new Error('frozen'))) : Promise.resolve(),
    );
    try {
      await expect(apply('2026-11-22T01:00:00.000Z')).rejects.toThrow(EventLogUnavailable);
      const second = await apply('2026-11-22T02:00:00.000Z');
      const third = await apply('2026-11-22T03:00:00.000Z');
      expect(second).toMatchObject({ result: { applyId: expect.any(String) as string } });
      expect(third).toMatchObject({ result: (second as { result: object }).result });
      expect(await Promise.all(courses.map((course) => types(attemptsStream(student, course), alone)))).toEqual(
        courses.map(() => ['RecognitionReserved']),
      );
      expect(await types(recognitionStream((second as { result: { applyId: string } }).result.applyId), alone)).toEqual(
        ['RecognitionRequested'],
      );
      const times = (
        await Promise.all(
          [...courses.map((course) => attemptsStream(student, course)), recognitionAccountStream(student)].map(
            (stream) => alone.stream(stream),
          ),
        )
      )
        .flat()
        .map(({ metadata }) => metadata.time);
      expect(new Set(times)).toEqual(new Set(['2026-11-22T01:00:00.000Z']));
    } finally {
      await log.close();
    }
  },
);
