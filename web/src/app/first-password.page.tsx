import { Stack, Text, Title } from '@mantine/core';
import { useSession } from '../lib/session.ts';
import { Card } from '../ui/page.tsx';
import { ChangePasswordForm } from './password-dialog.tsx';

/** Where somebody who signed in by a password that was given changes it, before anything else. */
export function FirstPasswordPage() {
  const { user } = useSession();
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', padding: 24 }}>
      <div style={{ width: 'min(520px, 100%)' }}>
        <Card>
          <Stack gap={12}>
            <Title order={1} size="h4">
              修改初始密码
            </Title>
            <Text size="sm">{user?.name}，您正在使用初始密码。请先设置自己的密码，再用它重新登录，即可使用系统。</Text>
            <ChangePasswordForm leave />
          </Stack>
        </Card>
      </div>
    </main>
  );
}
