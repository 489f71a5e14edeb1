import {
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
} from '@jwxt/contracts/session/second-factor.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { BindSecondFactor } from '../pickers/bind-second-factor.tsx';
import { afterFailure, CodeField, noCode } from '../pickers/code-field.tsx';
import { RecoveryCodes } from '../pickers/recovery-codes.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { QueryFaces } from '../ui/faces.tsx';
import { ShortTime } from '../ui/short-time.tsx';

/** 二次验证: the person's own second factor, to bind, to get new recovery codes for, or to do without. */
export function SecondFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const status = useOperation(secondFactorStatus, {}, { staleTime: 0 });
  const [binding, setBinding] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} width={500} title="二次验证" closeOnClickOutside={false}>
      <QueryFaces query={status}>
        {(data) => {
          if (binding) return <BindSecondFactor onBound={onClose} finish="完成" />;
          if (data.bound === yesNo.yes) return <Bound status={data} onDone={onClose} />;
          return (
            <Stack gap={12}>
              <Text size="sm">
                绑定后，登录时除密码外还需输入手机上的验证码。别人知道了您的密码，也不能以您的身份登录。
              </Text>
              <Button
                onClick={() => {
                  setBinding(true);
                }}
              >
                开始绑定
              </Button>
            </Stack>
          );
        }}
      </QueryFaces>
    </Dialog>
  );
}

function Bound({
  status: { boundAt, codesLeft, required },
  onDone,
}: {
  status: { boundAt: string | null; codesLeft: number; required: string };
  onDone: () => void;
}) {
  const [typed, setTyped] = useState(noCode);
  const onError = (error: ApiError) => {
    setTyped(afterFailure(typed, error));
  };
  const renew = useOperationMutation(renewRecoveryCodes, { invalidates: ['secondFactor.'], onError });
  const remove = useOperationMutation(removeSecondFactor, {
    invalidates: ['secondFactor.'],
    success: '已解除二次验证',
    onSuccess: onDone,
    onError,
  });
  const start = (begin: () => void) => {
    if (typed.code.trim() === '') setTyped({ ...typed, problem: '请输入验证码' });
    else begin();
  };
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} finish="完成" onFinish={onDone} />;
  const pending = renew.isPending || remove.isPending;
  return (
    <Stack gap={12}>
      <Text size="sm">
        已绑定{boundAt !== null && <>（{<ShortTime time={boundAt} />}）</>}，还剩 {codesLeft} 个恢复码。
      </Text>
      <Text size="sm" c="dimmed">
        重新生成恢复码后，原来的全部作废。
        {required === yesNo.yes
          ? '您的角色要求二次验证，不能解除；更换手机请联系管理员重置。'
          : '更换手机时，先解除再重新绑定。'}
      </Text>
      <CodeField id="own-code" placeholder="验证器上的 6 位数字" typed={typed} onChange={setTyped} />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
        {required !== yesNo.yes && (
          <Button
            color="red"
            variant="outline"
            disabled={pending}
            loading={remove.isPending}
            onClick={() => {
              start(() => {
                remove.mutate({ code: typed.code });
              });
            }}
          >
            解除绑定
          </Button>
        )}
        <Button
          disabled={pending}
          loading={renew.isPending}
          onClick={() => {
            start(() => {
              renew.mutate({ code: typed.code });
            });
          }}
        >
          重新生成恢复码
        </Button>
      </div>
    </Stack>
  );
}
