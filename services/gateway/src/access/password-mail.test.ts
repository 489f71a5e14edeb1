import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetUserPasswords } from '@jwxt/contracts/access/account.operations.ts';
import { passwordMail, sendPasswords } from '@jwxt/contracts/access/password-mail.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';
import { createMailServer } from './mail-server.ts';

/** What the server took: to whom, and the whole message. */
const taken: { to: string[]; text: string }[] = [];
let server: SMTPServer;
let port: number;
let school: School;
let admin: Browser;
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('gone@') ? new Error('no such mailbox') : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.server.address() as { port: number }).port;
  school = await startSchool({
    services: true,
    mail: { url: `smtp://127.0.0.1:${String(port)}`, from: '教务处 <jw@example.edu.cn>' },
  });
  admin = await school.browser('admin');
});
afterAll(async () => {
  await school.stop();
  await new Promise<void>((resolve) => server.close(resolve));
});

/** The text of a message: its parts are base64. */
const readable = (message: string): string =>
  Buffer.from(message.split('\r\n\r\n').slice(1).join(''), 'base64').toString('utf8');

it('first passwords are sent to the people themselves, to each the own one; what became of each is told', async () => {
  await school.pool.query(
    `update base.user_account set email = case user_name when 'dean1' then 'dean@example.edu.cn'
        when 'clerk1' then 'gone@example.edu.cn' end where user_name in ('dean1', 'clerk1')`,
  );
  await school.pool.query(
    `update base.teacher set dzxx = 'wang@example.edu.cn' from base.user_account account
      where account.gh = teacher.gh and account.user_name = 'teacher1'`,
  );
  const userNames = ['dean1', 'clerk1', 'teacher1', 'dean2'];
  const { passwords } = await admin.get(resetUserPasswords, { commandId: crypto.randomUUID(), userNames });
  expect(await admin.get(passwordMail, {})).toEqual({ missing: [] });
  const asked = passwords.map(({ userName, password }) => ({ userName, password }));
  const { results } = await admin.get(sendPasswords, {
    // What is no password of theirs is not written to anybody.
    passwords: [...asked, { userName: 'auditor1', password: 'http://evil.example' }],
  });
  expect(results).toEqual([
    { userName: 'dean1', result: 'sent', message: '已发送' },
    { userName: 'clerk1', result: 'refused', message: expect.stringContaining('no such mailbox') as unknown },
    { userName: 'teacher1', result: 'sent', message: '已发送' },
    { userName: 'dean2', result: 'noAddress', message: '没有邮箱' },
    { userName: 'auditor1', result: 'changed', message: '密码已改过或已失效，未发送' },
  ]);
  expect(taken.map(({ to }) => to[0]).toSorted()).toEqual(['dean@example.edu.cn', 'wang@example.edu.cn']);
  const toDean = readable(taken.find(({ to }) => to[0] === 'dean@example.edu.cn')?.text ?? '');
  expect(toDean).toContain(`初始密码：${passwords[0]!.password}`);
  for (const other of passwords.slice(1)) expect(toDean).not.toContain(other.password);

  // Who had what sent stands in the operation log; a password stands nowhere.
  const { rows } = await school.pool.query<{ key: string }>(
    `select key from base.operation_log where operation = 'send' and user_name = 'admin' order by key`,
  );
  expect(rows.map(({ key }) => key)).toEqual(['clerk1', 'dean1', 'teacher1']);
  const written = await school.pool.query<{ line: string }>(
    `select log::text as line from base.operation_log log union all select known::text from base.applied_command known`,
  );
  for (const { password } of passwords) {
    expect(school.logged).not.toContain(password);
    expect(written.rows.some(({ line }) => line.includes(password))).toBe(false);
  }
});

it('a server that is away is told as such, what is missing before; no password goes out in the clear', async () => {
  const to = { to: 'dean@example.edu.cn', subject: '账号', text: '…' };
  const from = 'jw@example.edu.cn';
  const away = createMailServer({ url: 'smtp://127.0.0.1:1', from });
  expect(await away.handIn(to)).toMatchObject({ ok: false, reached: false });
  expect(createMailServer({ from }).missing).toEqual(['SMTP_URL']);
  // By a name that is not this machine's own: the server offers no STARTTLS.
  const open = createMailServer({ url: `smtp://[::ffff:127.0.0.1]:${String(port)}`, from });
  const before = taken.length;
  expect(await open.handIn(to)).toMatchObject({ ok: false, reached: false });
  expect(taken).toHaveLength(before);
  away.close();
  open.close();
});
