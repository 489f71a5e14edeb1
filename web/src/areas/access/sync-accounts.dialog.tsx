import { syncUserInfo, type IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Progress, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';

/** What has been done, over all the calls that it takes. */
type Done = { opened: number; ended: number; remaining: number; passwords: IssuedPassword[] };
const nothing: Done = { opened: 0, ended: 0, remaining: 0, passwords: [] };

/**
 * 同步人员账号: teachers and students without an account get one, some at a time; those of people who left end. When
 * one part fails it can be asked for again as the same command, so that no password is lost with its answer; what was
 * opened stays opened, and its passwords are shown, whatever becomes of the rest.
 */
export function SyncAccountsDialog({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (passwords: readonly IssuedPassword[]) => void;
}) {
  const [passwords, setPasswords] = useState<YesNo>(yesNo.yes);
  const [done, setDone] = useState<Done | null>(null);
  const [failed, setFailed] = useState(false);
  const sync = useOperationMutation(syncUserInfo, { invalidates: ['systemUser.', 'userMana.'] });
  const run = async () => {
    let sum = done ?? nothing;
    setDone(sum);
    setFailed(false);
    try {
      for (let more = true; more;) {
        const part = await sync.mutateAsync({ passwords });
        sum = {
          opened: sum.opened + part.opened,
          ended: sum.ended + part.ended,
          remaining: part.remaining,
          passwords: [...sum.passwords, ...part.passwords],
        };
        setDone(sum);
        more = part.remaining > 0 && part.opened > 0;
        if (!more && part.taken.length > 0)
          notify.warning(
            `${String(part.taken.length)} 人的账号名已被他人使用，未开通：${part.taken.slice(0, 10).join('、')}`,
          );
      }
      notify.success(`已开通 ${String(sum.opened)} 个账号，停用 ${String(sum.ended)} 个离校人员的账号`);
      leave(sum);
    } catch {
      // Told already.
      setFailed(true);
    }
  };
  const leave = ({ passwords: issued }: Done) => {
    onClose();
    if (issued.length > 0) onIssued(issued);
  };
  const running = done !== null && !failed;
  const all = done !== null ? done.opened + done.remaining : 0;
  return (
    <Dialog
      opened
      width={560}
      title="同步人员账号"
      onClose={() => {
        if (!running) leave(done ?? nothing);
      }}
      closeOnClickOutside={false}
      footer={
        <>
          <CancelButton disabled={running} />
          <Button
            loading={running}
            onClick={() => {
              void run();
            }}
          >
            {failed ? '继续同步' : '开始同步'}
          </Button>
        </>
      }
    >
      <p className={classes['lead']}>
        没有账号的在校教师和学生各开通一个账号（账号为工号或学号），任课教师和学生同时得到相应角色；
        已离校人员的账号停用，不删除。
      </p>
      <Radio.Group
        label="登录方式"
        value={passwords}
        onChange={(value) => {
          setPasswords(value);
        }}
      >
        <Stack gap={8} mt={8}>
          <Radio
            value={yesNo.yes}
            disabled={done !== null}
            label="初始密码：随机生成，首次登录时须修改，可打印密码条"
          />
          <Radio value={yesNo.no} disabled={done !== null} label="统一身份认证：不设密码" />
        </Stack>
      </Radio.Group>
      {done !== null && (
        <div role="status" style={{ marginTop: 16 }}>
          <Progress value={all === 0 ? 5 : (done.opened / all) * 100} mb={8} aria-label="同步进度" />
          {failed && '同步中断，可以继续；'}已开通 {done.opened} 个，还有 {done.remaining} 个
        </div>
      )}
    </Dialog>
  );
}
