import { IconArrowBackUp, IconBan } from '@tabler/icons-react';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';

/** Business status of an application as a tag: under way blue, passed green, sent back or refused red, the rest grey. */
export function ApplicationStatus({ status, name }: { status: string; name: string }) {
  const tone: Tone = status === '1' || status === '2' ? 'blue' : status === '9' ? 'green' : status === '3' || status === '7' || status === '8' ? 'red' : 'grey';
  const icon = status === '3' || status === '7' || status === '4' ? IconArrowBackUp : status === '5' ? IconBan : undefined;
  return <StatusTag tone={tone} {...(icon ? { icon } : {})}>{name}</StatusTag>;
}
