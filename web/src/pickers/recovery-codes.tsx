import { Button, Stack, Text } from '@mantine/core';
import { CopyButton } from '../ui/copy-button.tsx';
import classes from './second-factor.module.css';

/** Recovery codes, this once. */
export function RecoveryCodes({
  codes,
  finish,
  onFinish,
}: {
  codes: readonly string[];
  finish: string;
  onFinish: () => void;
}) {
  return (
    <Stack gap={12}>
      <Text size="sm" fw={600}>
        请保存这些恢复码
      </Text>
      <Text size="sm">
        {'手机丢失或不在身边时，用其中一个代替验证码，每个只能用一次。' +
          '它们只在这里显示一次，请打印或抄下，不要与密码放在一起。'}
      </Text>
      <ul className={classes['codes']} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes['buttons']}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? '已复制' : '复制'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onFinish}>我已保存，{finish}</Button>
      </div>
    </Stack>
  );
}
