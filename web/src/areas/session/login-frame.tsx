import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useAppearance } from '../../lib/appearance.ts';
import { LoginFace } from '../../ui/login-face.tsx';

/** What stands around everything that a visitor sees before signing in, as the school has set it (LOGIN-09). */
export function LoginFrame({ subtitle, children }: { subtitle: string; children: ReactNode }) {
  const settings = useAppearance();
  useDocumentTitle(settings.dlbt);
  return (
    <LoginFace settings={settings} subtitle={subtitle}>
      {children}
    </LoginFace>
  );
}
