import { printPasswordSlips, type IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import { mailResult } from '@jwxt/contracts/access/password-mail.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { Button, Progress, Select } from '@mantine/core';
import { IconDownload, IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { confirm } from '../ui/confirm.ts';
import { saveBlob, useDownload } from '../lib/download.ts';
import { useMay } from '../lib/session.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { usePasswordMail, type Mailed } from './use-password-mail.ts';

const columns: Column<IssuedPassword>[] = [
  { key: 'userName', title: '账号', width: 150, align: 'left', render: (row) => row.userName },
  { key: 'name', title: '姓名', width: 120, align: 'left', ellipsis: true, render: (row) => row.name },
  {
    key: 'departmentName',
    title: '单位',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.departmentName || NOTHING,
  },
  {
    key: 'password',
    title: '初始密码',
    width: 170,
    align: 'left',
    render: (row) => <code>{row.password}</code>,
  },
];

/** What became of each person's message, once some are sent. */
const mailColumn = (mailed: ReadonlyMap<string, Mailed>): Column<IssuedPassword> => ({
  key: 'mail',
  title: '邮件',
  width: 150,
  align: 'left',
  ellipsis: true,
  render: ({ userName }) => {
    const one = mailed.get(userName);
    return one && one.result !== mailResult.sent ? (
      <span style={{ color: 'var(--jw-red-text)' }}>{one.message}</span>
    ) : (
      (one?.message ?? NOTHING)
    );
  },
});

const PAGE_SIZE = 100;
/** Slips in one document. */
const SLIPS_AT_ONCE = 1_000;

/** A table that spreadsheet programs open, numbers as texts. */
function tableOf(passwords: readonly IssuedPassword[]): Blob {
  const lines = passwords.map(({ userName, name, departmentName, password }) =>
    [userName, name, departmentName, password].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  );
  return new Blob([`\uFEFF账号,姓名,单位,初始密码\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}

/**
 * Passwords that have just been made, this once: to be read out, printed as slips, sent to the people, or kept as a
 * table.
 */
export function IssuedPasswordsDialog({
  passwords,
  onClose,
}: {
  passwords: readonly IssuedPassword[];
  onClose: () => void;
}) {
  const print = useDownload(printPasswordSlips);
  const mayPrint = useMay('user:updateUserDefaultPassword');
  const mail = usePasswordMail(passwords, mayPrint);
  const send = async () => {
    const people = `${String(mail.open.length)} 人`;
    const question = `将把初始密码发送到 ${people}各自登记的邮箱。`;
    if (await confirm({ title: '邮件发送初始密码', message: question, confirmText: '发送' })) await mail.run();
  };
  const [pageNo, setPageNo] = useState(1);
  const [from, setFrom] = useState(0);
  const parts = Array.from({ length: Math.ceil(passwords.length / SLIPS_AT_ONCE) }, (_none, at) => at * SLIPS_AT_ONCE);
  return (
    <Dialog
      opened
      width={760}
      title={`初始密码（${String(passwords.length)} 人）`}
      onClose={() => {
        if (!mail.running) onClose();
      }}
      closeOnClickOutside={false}
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => {
              saveBlob(tableOf(passwords), '初始密码.csv');
            }}
          >
            保存为表格
          </Button>
          {mayPrint && parts.length > 1 && (
            <Select
              aria-label="打印哪些人的密码条"
              w={170}
              allowDeselect={false}
              value={String(from)}
              data={parts.map((at) => ({
                value: String(at),
                label: `第 ${String(at + 1)}–${String(Math.min(at + SLIPS_AT_ONCE, passwords.length))} 人`,
              }))}
              onChange={(value) => {
                setFrom(Number(value));
              }}
            />
          )}
          {mayPrint && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} />}
              loading={print.isPending}
              onClick={() => {
                print.start({ slips: passwords.slice(from, from + SLIPS_AT_ONCE) });
              }}
            >
              打印密码条
            </Button>
          )}
          {mayPrint && mail.missing?.length === 0 && (
            <Button
              variant="default"
              leftSection={<IconMail size={16} />}
              loading={mail.running}
              disabled={mail.open.length === 0}
              onClick={() => {
                void send();
              }}
            >
              {mail.mailed.size === 0 ? '邮件发送' : '继续发送'}
            </Button>
          )}
          <Button disabled={mail.running} onClick={onClose}>
            关闭
          </Button>
        </>
      }
    >
      <p style={{ margin: '0 0 12px', color: 'var(--jw-text-2)' }}>
        密码只在这里显示一次，关闭后不能再查看。首次登录时须修改；密码条裁开对折后封口，交本人。
        {mail.missing !== null &&
          mail.missing.length > 0 &&
          `未配置邮件服务器（${mail.missing.join('、')}），不能邮件发送。`}
      </p>
      {mail.mailed.size > 0 && (
        <div role="status" style={{ marginBottom: 12 }}>
          {mail.running && (
            <Progress value={(mail.mailed.size / passwords.length) * 100} mb={8} aria-label="发送进度" />
          )}
          {mail.words}
        </div>
      )}
      <DataTable<IssuedPassword>
        label="初始密码"
        columns={mail.mailed.size > 0 ? [...columns, mailColumn(mail.mailed)] : columns}
        rows={passwords.slice((pageNo - 1) * PAGE_SIZE, pageNo * PAGE_SIZE)}
        rowKey={({ userName }) => userName}
        numberFrom={(pageNo - 1) * PAGE_SIZE + 1}
        {...(passwords.length > PAGE_SIZE
          ? { paging: { pageNo, pageSize: PAGE_SIZE, total: passwords.length, onPage: setPageNo } }
          : {})}
      />
    </Dialog>
  );
}
