import {
  IconActivity, IconApps, IconArchive, IconBallBasketball, IconBell, IconBinaryTree, IconBook, IconBooks, IconBriefcase, IconBuildingBank, IconCalculator, IconCalendarPlus, IconCalendarTime, IconCertificate, IconChalkboard,
  IconCheckupList, IconClipboardData, IconDatabase, IconDeviceLaptop, IconEyeCheck, IconFileText, IconFlask, IconFolders, IconForms, IconGitBranch, IconId, IconListCheck, IconListDetails, IconSchool, IconSettings,
  IconStars, IconTableImport, IconTimeline, IconTools, IconTrophy, type Icon,
} from '@tabler/icons-react';

/** Pictures of service tiles by `iconContent`. */
const icons: Record<string, Icon> = {
  'activity': IconActivity, 'apps': IconApps, 'archive': IconArchive, 'ball-basketball': IconBallBasketball, 'bell': IconBell, 'binary-tree': IconBinaryTree, 'book': IconBook, 'books': IconBooks, 'briefcase': IconBriefcase,
  'building-bank': IconBuildingBank, 'calculator': IconCalculator, 'calendar-plus': IconCalendarPlus, 'calendar-time': IconCalendarTime, 'certificate': IconCertificate, 'chalkboard': IconChalkboard,
  'checkup-list': IconCheckupList, 'clipboard-data': IconClipboardData, 'database': IconDatabase, 'device-laptop': IconDeviceLaptop, 'eye-check': IconEyeCheck, 'file-text': IconFileText, 'flask': IconFlask, 'folders': IconFolders,
  'forms': IconForms, 'git-branch': IconGitBranch, 'id': IconId, 'list-check': IconListCheck, 'list-details': IconListDetails, 'school': IconSchool, 'settings': IconSettings, 'stars': IconStars,
  'table-import': IconTableImport, 'timeline': IconTimeline, 'tools': IconTools, 'trophy': IconTrophy,
};

/** Picture of a tile; one that nobody knows gets the general one. */
export function MenuIcon({ name, size = 20 }: { name: string; size?: number }) {
  const Glyph = icons[name] ?? IconApps;
  return <Glyph size={size} stroke={1.5} aria-hidden />;
}
