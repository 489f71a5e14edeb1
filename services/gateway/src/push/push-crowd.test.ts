import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { READ_MODEL_CHANNEL, WEBSOCKET_PATH, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import { startSchool, type School } from '../testing/school.ts';

/** `PUSH_SOCKETS=1000` makes it the long form. */
const crowd = Number(process.env.PUSH_SOCKETS ?? 100);
/** One in ten decides for unit 101. */
const deciding = (index: number): boolean => index % 10 === 0;
const queue = 'ZKCJSP-1|04|101';

interface Window {
  readonly socket: WebSocket;
  readonly heard: ServerMessage[];
  readonly decides: boolean;
}
let school: School;
let address: string;
let windows: Window[] = [];

beforeAll(async () => {
  school = await startSchool();
  address = await school.app.listen({ host: '127.0.0.1', port: 0 });
  await school.pool.query(
    `insert into base.user_account (user_name, name, gh, kind, sfqy, password_hash)
      select 'crowd' || i, '第' || i || '人', case when i % 10 = 0 then 'T02' else 'T08' end, 'teacher', '1', ''
      from generate_series(0, $1 - 1) as step (i)`,
    [crowd],
  );
  await school.pool.query(
    `insert into base.user_role (user_name, jsbh) select 'crowd' || i, case when i % 10 = 0 then '04' else '06' end
      from generate_series(0, $1 - 1) as step (i)`,
    [crowd],
  );
  windows = await Promise.all(Array.from({ length: crowd }, (_, index) => open(index)));
});
afterAll(async () => {
  for (const { socket } of windows) socket.terminate();
  await school.stop();
});

async function open(index: number): Promise<Window> {
  const userName = `crowd${String(index)}`;
  const cookie = await school.openSession(userName);
  const socket = new WebSocket(address.replace('http', 'ws') + WEBSOCKET_PATH, {
    headers: { cookie: `jwxt_session=${cookie}`, origin: address },
  });
  const window: Window = { socket, heard: [], decides: deciding(index) };
  socket.on('message', (data: Buffer) => window.heard.push(JSON.parse(data.toString()) as ServerMessage));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const subscribed = new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ type: 'subscribe', topics: [userName, 'sysmesg'] }));
  await subscribed;
  window.heard.length = 0;
  return window;
}

/** What projections say after a batch; the other read models pass the position with nothing to tell. */
async function notify(position: string, named: object): Promise<void> {
  const models = ['todo-queue', 'approval-list', 'approval-log', 'score-change', 'recognition'];
  await school.pool.query('select pg_notify($1, $2)', [
    READ_MODEL_CHANNEL,
    JSON.stringify({ models, changed: ['todo-queue'], position, ...named }),
  ]);
}
const approvals = ({ heard }: Window): number => heard.filter(({ type }) => type === 'approvals').length;

describe(`${String(crowd)} open windows on one gateway`, () => {
  it('everybody concerned hears of a change, once; nobody else hears anything', async () => {
    await notify('1000/1000', { queues: [queue], users: ['crowd1'], sheets: [] });
    const concerned = windows.filter((window, index) => window.decides || index === 1);
    await expect.poll(() => concerned.filter((window) => approvals(window) > 0).length).toBe(concerned.length);
    // A later change has been told, so whatever the first one set off has been said by now.
    await notify('2000/2000', { queues: [], users: ['crowd2'], sheets: [] });
    await expect.poll(() => approvals(windows[2]!)).toBe(1);
    expect(windows.map(approvals)).toEqual(
      windows.map((window, index) => (window.decides || index === 1 || index === 2 ? 1 : 0)),
    );
    for (const [index, { heard }] of windows.entries())
      for (const message of heard) expect(message).toEqual({ type: 'approvals', topic: `crowd${String(index)}` });
  });

  it('when nobody can tell whom it concerns everybody hears of it, once', async () => {
    for (const { heard } of windows) heard.length = 0;
    await notify('3000/3000', {});
    await expect.poll(() => windows.filter((window) => approvals(window) > 0).length).toBe(crowd);
    expect(windows.map(approvals)).toEqual(windows.map(() => 1));
  });
});
