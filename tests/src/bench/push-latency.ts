import { randomUUID } from 'node:crypto';
import { jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { approvalDetail, approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { applyRecognition, planCourses } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';
import { WebSocket } from 'ws';
import { quantile, type Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const decisions = 40;
/** Longer than messages gather, so that one decision's last message is not taken for the next one's first. */
const quietMs = 150;
const channel = 'bench';

/** From a dean's decision to the message on the websocket of the office that is to decide next, beside append → subscription → NOTIFY. */
export async function measurePush(stage: Stage): Promise<Figure[]> {
  const applyIds = await applications(stage);
  const pushed = await pushTimes(stage, applyIds);
  const notified = await notifyTimes(stage);
  const against = 'append, subscription, NOTIFY';
  return [
    { id: 'push.p50', unit: 'ms', value: quantile(pushed, 0.5), baseline: quantile(notified, 0.5), against },
    { id: 'push.p99', unit: 'ms', value: quantile(pushed, 0.99), baseline: quantile(notified, 0.99), against },
  ];
}

/** Recognitions that wait for one dean. */
async function applications({ db, session }: Stage): Promise<string[]> {
  const clerk = await session('clerk3');
  const { rows } = await db.query<{ studentCode: string }>(`select student_code as "studentCode" from base.student where dwh = '103' order by 1 limit $1`, [decisions]);
  const applyIds: string[] = [];
  for (const { studentCode } of rows) {
    const { list } = await clerk.call(planCourses, { studentId: studentCode });
    const course = list.find(({ recognised }) => !recognised);
    if (!course) continue;
    const { applyId } = await clerk.call(applyRecognition, {
      commandId: randomUUID(), studentId: studentCode, scoreCognizanceApplyRemark: '学生提交的成绩证明已核验原件',
      relateList: [{
        outSideList: [{ outCourseName: '慕课', outCourseCredit: course.courseCredit, outScoreCognizanceFinalValue: '88' }],
        inSideList: [{ courseId: course.courseId, scoreCognizanceFinalValue: '88' }],
      }],
    });
    applyIds.push(applyId);
  }
  return applyIds;
}

async function pushTimes({ product, session }: Stage, applyIds: readonly string[]): Promise<number[]> {
  const [dean, office] = await Promise.all([session('dean3'), session('registrar2')]);
  const socket = new WebSocket(product.url.replace('http', 'ws') + WEBSOCKET_PATH, { headers: { cookie: office.cookie, origin: product.url } });
  let heard: ((type: string) => void) | undefined;
  socket.on('message', (data: Buffer) => heard?.((JSON.parse(data.toString('utf8')) as { type: string }).type));
  const next = (type: string): Promise<void> => new Promise((resolve) => {
    heard = (said) => {
      if (said === type) resolve();
    };
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const subscribed = next('subscribed');
  socket.send(JSON.stringify({ type: 'subscribe', topics: [office.userName] }));
  await subscribed;
  const times: number[] = [];
  for (const applyId of applyIds) {
    const { revision } = await dean.call(approvalDetail, { applyId });
    await quiet();
    const message = next('approvals');
    const begin = performance.now();
    const decided = dean.call(approve, { commandId: randomUUID(), approvalStatus: '0', approvalOpinion: '同意', keyList: [applyId], revisions: { [applyId]: revision } });
    await message;
    times.push(performance.now() - begin);
    const { results } = await decided;
    if (results[applyId]?.code !== SUCCESS_CODE) throw new Error(results[applyId]?.message ?? 'not decided');
  }
  socket.terminate();
  return times;
}

async function notifyTimes({ env, db, rawStore }: Stage): Promise<number[]> {
  let heard: (() => void) | undefined;
  const listener = await listen(env.DATABASE_URL ?? '', channel, { onNotification: () => heard?.() });
  const stream = `notify-${randomUUID()}`;
  const subscription = rawStore.subscribeToAll({ fromPosition: 'end', filter: streamNameFilter({ prefixes: [stream] }) });
  subscription.on('data', () => void db.query('select pg_notify($1, $2)', [channel, stream]));
  await new Promise((resolve) => subscription.once('confirmation', resolve));
  const times: number[] = [];
  for (let turn = 0; turn < decisions; turn += 1) {
    await quiet();
    const notified = new Promise<void>((resolve) => (heard = resolve));
    const begin = performance.now();
    await Promise.all([notified, rawStore.appendToStream(stream, jsonEvent({ id: randomUUID(), type: 'Measured', data: { turn } }))]);
    times.push(performance.now() - begin);
  }
  await subscription.unsubscribe();
  await listener.close();
  return times;
}

function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, quietMs));
}
