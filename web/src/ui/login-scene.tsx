const houses =
  'M1700 695h60v190h-60zM1706 660h64v60h-64zM1698 660l40-58 42 58z' + 'M1770 782h132v100h-132zM1758 782l88-36 66 36z';
const windows =
  'M64 805h12v34H64zM98 805h12v34H98zM132 805h12v34h-12zM166 805h12v34h-12zM200 805h12v34h-12zM234 805h12v34h-12z' +
  'M1730 722h14v20h-14zM1730 768h14v20h-14zM1730 812h14v20h-14z' +
  'M1786 812h12v30h-12zM1820 812h12v30h-12zM1854 812h12v30h-12z';

/** The picture behind the login card: night over the lake. Decoration; nothing of it crosses the mottos. */
export function LoginScene() {
  return (
    <svg
      viewBox="0 0 1920 1080"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0F2345" />
          <stop offset=".55" stopColor="#264F84" />
          <stop offset=".8" stopColor="#4A76A8" />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" stopColor="#E8DCC8" stopOpacity=".32" />
          <stop offset="1" stopColor="#E8DCC8" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="1920" height="1080" fill="url(#sky)" />
      <circle cx="1400" cy="170" r="190" fill="url(#glow)" />
      <circle cx="1400" cy="170" r="40" fill="#E8DCC8" />
      <path fill="#3C6698" d="M0 690c150-50 300-60 480-20s330 60 520-10 380-60 560-20 260 20 360-20v460H0z" />
      <path fill="#2D5889" d="M0 800c220-70 340-80 520-40s330 60 560-10 560-70 840 10v320H0z" />
      <path fill="#1A3963" d="M0 890c260-40 500-30 760-10s700-40 1160-40v240H0z" />
      <g fill="#1A3963">
        <path d="M40 775h234v130H40zM27 775 157 714l130 61z" />
        <path d={houses} />
      </g>
      <g fill="#C9BC98">
        <path d={windows} />
      </g>
      <path fill="#0E2140" d="M0 950c340-30 620-10 980 0s640-20 940-10v140H0z" />
    </svg>
  );
}
