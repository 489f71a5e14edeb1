import type { IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { openFreshmanAccounts } from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { Button, Progress, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** What has been done, over all the calls that it takes. */
type Done = { opened: number; remaining: number; passwords: IssuedPassword[] };
const nothing: Done = { opened: 0, remaining: 0, passwords: [] };

/**
 * 开通账号: freshmen who have become students get one, some at a time. What was opened stays opened, and its passwords
 * are shown, when the rest fails.
 */
export function OpenAccountsDialog({
  gradeMajorIds,
  onClose,
  onIssued,
}: {
  gradeMajorIds: readonly string[];
  onClose: () => void;
  onIssued: (passwords: readonly IssuedPassword[]) => void;
}) {
  const [passwords, setPasswords] = useState<YesNo>(yesNo.yes);
  const [done, setDone] = useState<Done | null>(null);
  const open = useOperationMutation(openFreshmanAccounts, { invalidates: ['systemUser.', 'userMana.'] });
  const run = async () => {
    let sum = nothing;
    setDone(sum);
    try {
      for (let more = true; more;) {
        const part = await open.mutateAsync({ gradeMajorIds: [...gradeMajorIds], passwords });
        sum = {
          opened: sum.opened + part.opened,
          remaining: part.remaining,
          passwords: [...sum.passwords, ...part.passwords],
        };
        setDone(sum);
        more = part.remaining > 0 && part.opened > 0;
        if (!more && part.taken.length > 0)
          notify.warning(`账号名已被他人使用，未开通：${part.taken.slice(0, 10).join('、')}`);
      }
      notify.success(sum.opened === 0 ? '没有需要开通的账号' : `已开通 ${String(sum.opened)} 个账号`);
    } catch {
      // Told already; what was opened before it is shown all the same.
    }
    onClose();
    if (sum.passwords.length > 0) onIssued(sum.passwords);
  };
  const running = done !== null;
  const all = running ? done.opened + done.remaining : 0;
  return (
    <Dialog
      opened
      width={520}
      title="开通新生账号"
      onClose={() => {
        if (!running) onClose();
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
            开通
          </Button>
        </>
      }
    >
      <p style={{ margin: '0 0 12px' }}>所选年级专业中已转学籍、还没有账号的新生各开通一个账号，账号为学号。</p>
      <Radio.Group
        label="登录方式"
        value={passwords}
        onChange={(value) => {
          setPasswords(value);
        }}
      >
        <Stack gap={8} mt={8}>
          <Radio value={yesNo.yes} disabled={running} label="初始密码：随机生成，首次登录时须修改，可打印密码条" />
          <Radio value={yesNo.no} disabled={running} label="统一身份认证：不设密码" />
        </Stack>
      </Radio.Group>
      {running && (
        <div role="status" style={{ marginTop: 16 }}>
          <Progress value={all === 0 ? 5 : (done.opened / all) * 100} mb={8} aria-label="开通进度" />
          已开通 {done.opened} 个，还有 {done.remaining} 个
        </div>
      )}
    </Dialog>
  );
}
