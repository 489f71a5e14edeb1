import { issueTempLogin } from '@jwxt/contracts/session/open-session.operations.ts';
import { TEMP_LOGIN_MINUTES } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton, useUnsavedInput } from '../../ui/unsaved-input.tsx';

/** 临时登录: a link that signs a chosen person in once, for who cannot sign in (LOGIN-43…45). */
export function TempLoginDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={520} title="临时登录">
      {opened && <TempLoginForm onClose={onClose} />}
    </Dialog>
  );
}

function TempLoginForm({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState({ userName: '', reason: '' });
  const [problems, setProblems] = useState<{ userName?: string; reason?: string }>({});
  useUnsavedInput(form);
  const issue = useOperationMutation(issueTempLogin, {
    onError: (error) => {
      setProblems(error.fieldErrors.length > 0 ? fieldErrorsOf(error) : { userName: error.message });
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = {
      ...(form.userName.trim() === '' ? { userName: '请输入账号' } : {}),
      ...(form.reason.trim() === '' ? { reason: '请输入签发原因' } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length === 0 && !issue.isPending) issue.mutate(form);
  }

  if (issue.data) return <IssuedLink {...issue.data} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Alert color="gray" variant="light" icon={<IconAlertTriangle size={18} />}>
          打开链接的人将以该账号登录，所做的一切记在该账号名下。请先核实对方身份；签发会记入操作日志。
        </Alert>
        <Field label="账号" htmlFor="temp-user" required error={problems.userName}>
          <TextInput
            id="temp-user"
            data-autofocus
            maxLength={64}
            placeholder="请输入对方的账号"
            value={form.userName}
            onChange={(event) => {
              setForm({ ...form, userName: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="签发原因" htmlFor="temp-reason" required error={problems.reason}>
          <Textarea
            id="temp-reason"
            autosize
            minRows={2}
            maxRows={4}
            maxLength={200}
            placeholder="请输入签发原因，例如如何核实了身份"
            value={form.reason}
            onChange={(event) => {
              setForm({ ...form, reason: event.currentTarget.value });
            }}
          />
        </Field>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <CancelButton />
          <Button type="submit" loading={issue.isPending}>
            生成链接
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The link, shown this once. */
function IssuedLink({
  path,
  name,
  expiresAt,
  onClose,
}: {
  path: string;
  name: string;
  expiresAt: string;
  onClose: () => void;
}) {
  const link = `${location.origin}${path}`;
  return (
    <Stack gap={12}>
      <Text>
        “{name}”的临时登录链接，{TEMP_LOGIN_MINUTES} 分钟内有效（至 {expiresAt.slice(11)}
        ），只能使用一次。关闭后不再显示。
      </Text>
      <TextInput
        aria-label="临时登录链接"
        readOnly
        value={link}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        data-autofocus
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
        <CopyButton value={link}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? '已复制' : '复制链接'}</Button>}
        </CopyButton>
      </div>
    </Stack>
  );
}
