import { useUser } from '../../lib/session.ts';
import { Card, Page } from '../../ui/page.tsx';

/** The person's start page. */
export function HomePage() {
  const user = useUser();
  return <Page title="首页"><Card title={`您好，${user.name}`} /></Page>;
}
