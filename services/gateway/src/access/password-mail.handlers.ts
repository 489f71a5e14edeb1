import { verify } from '@node-rs/argon2';
import {
  mailResult,
  passwordMail,
  sendPasswords,
  type MailResult,
} from '@jwxt/contracts/access/password-mail.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { logSent } from '../kernel/look-log.ts';
import { Refused } from '../kernel/refused.ts';
import { accountTables, requireAccounts } from './account-scope.ts';
import type { Message } from './mail-server.ts';

interface Addressee {
  readonly userName: string;
  readonly name: string;
  readonly email: string | null;
  /** Of a password that still has to be changed. */
  readonly hash: string | null;
}

/** First passwords go to the people themselves, where the school has a mail server. */
export const passwordMailHandlers = [
  handler(passwordMail, (_input, { services }) => Promise.resolve({ missing: [...services.mail.missing] })),
  handler(sendPasswords, async ({ passwords }, call) => {
    const { db, mail } = call.services;
    if (mail.missing.length > 0) throw new Refused('MAIL_NOT_SET', { missing: mail.missing.join('、') });
    const names = passwords.map(({ userName }) => userName);
    await requireAccounts(db, call.user, call.permission, names);
    const people = await readAddressees(db, names);
    const school = await readSchoolName(db);
    const results = await Promise.all(
      passwords.map(async ({ userName, password }) => ({
        userName,
        ...(await sendTo(people.get(userName), password, school, call)),
      })),
    );
    return { results };
  }),
];

async function sendTo(
  person: Addressee | undefined,
  password: string,
  school: string,
  call: SignedInCall,
): Promise<{ result: MailResult; message: string }> {
  const { mail, publicOrigin } = call.services;
  // Nobody writes anything but a person's own password to them.
  const isTodays =
    person?.hash !== undefined && person.hash !== null && (await verify(person.hash, password).catch(() => false));
  if (!isTodays) return { result: mailResult.changed, message: '密码已改过或已失效，未发送' };
  if (person.email === null) return { result: mailResult.noAddress, message: '没有邮箱' };
  await logSent(call, { resource: 'systemUser', key: person.userName, fields: ['email'] });
  const done = await mail.handIn(messageTo(person.email, { person, password, school, site: publicOrigin }));
  if (done.ok) return { result: mailResult.sent, message: '已发送' };
  return done.reached
    ? { result: mailResult.refused, message: `邮件服务器拒收：${done.reason}` }
    : { result: mailResult.unreachable, message: `邮件服务器无法使用：${done.reason}` };
}

function messageTo(
  to: string,
  { person, password, school, site }: { person: Addressee; password: string; school: string; site: string | null },
): Message {
  return {
    to,
    subject: `${school}教务系统账号`,
    text: [
      `${person.name}，您好：`,
      '',
      `您的教务系统账号已开通${site === null ? '' : `，登录地址：${site}`}`,
      '',
      `账号：${person.userName}`,
      `初始密码：${password}`,
      '',
      '首次登录时须修改密码。请勿告诉他人；登录后请删除本邮件。',
      '',
      school,
    ].join('\n'),
  };
}

async function readAddressees(db: Queryable, userNames: readonly string[]): Promise<ReadonlyMap<string, Addressee>> {
  const { rows } = await db.query<Addressee>(
    `select account.user_name as "userName", account.name,
        coalesce(nullif(account.email, ''), nullif(teacher.dzxx, ''), nullif(student.email, '')) as email,
        case when account.pwd_must_change = '${yesNo.yes}' and account.sfqy = '${yesNo.yes}'
          then account.password_hash end as hash
       from ${accountTables} where account.user_name = any($1)`,
    [userNames],
  );
  return new Map(rows.map((row) => [row.userName, row]));
}

async function readSchoolName(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select para_value as name from base.parameter where param_code = 'schoolName'`,
  );
  return rows[0]?.name ?? '';
}
