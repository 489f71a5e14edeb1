import { printPasswordSlips, type IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useDownload } from '../../lib/download.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './access.module.css';

const columns: Column<IssuedPassword>[] = [
  { key: 'userName', title: '账号', width: 150, align: 'left', render: (row) => row.userName },
  { key: 'name', title: '姓名', width: 120, align: 'left', ellipsis: true, render: (row) => row.name },
  {
    key: 'departmentName',
    title: '单位',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.departmentName || '—',
  },
  {
    key: 'password',
    title: '初始密码',
    width: 170,
    align: 'left',
    render: (row) => <code>{row.password}</code>,
  },
];

/** Passwords that have just been made, this once: to be read out, or printed as slips. */
export function IssuedPasswordsDialog({
  passwords,
  onClose,
}: {
  passwords: readonly IssuedPassword[];
  onClose: () => void;
}) {
  const print = useDownload(printPasswordSlips);
  const mayPrint = useMay('user:updateUserDefaultPassword');
  return (
    <Dialog
      opened
      width={760}
      title={`初始密码（${String(passwords.length)} 人）`}
      onClose={onClose}
      closeOnClickOutside={false}
      footer={
        <>
          {mayPrint && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} />}
              loading={print.isPending}
              onClick={() => {
                print.start({ slips: [...passwords] });
              }}
            >
              打印密码条
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <p className={classes['lead']}>
        密码只在这里显示一次，关闭后不能再查看。首次登录时须修改；密码条裁开对折后封口，交本人。
      </p>
      <DataTable<IssuedPassword>
        label="初始密码"
        columns={columns}
        rows={passwords}
        rowKey={({ userName }) => userName}
        numberFrom={1}
      />
    </Dialog>
  );
}
