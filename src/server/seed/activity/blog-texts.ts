import type { BlogStatus } from '#shared/vocabulary/content.ts';

export type BlogSeed = {
  author: string;
  title: string;
  tags: readonly string[];
  status: BlogStatus;
  daysAgo: number;
  likes: number;
  content: string;
};

export const BLOGS: readonly BlogSeed[] = [
  {
    author: 'Dilini Wickramasinghe',
    title: 'How I would use the last ten weeks before A/L Combined Maths',
    tags: ['combined maths', 'A/L', 'study plan'],
    status: 'published',
    daysAgo: 12,
    likes: 21,
    content:
      '<p>Ten weeks is enough to change a grade, but only if you stop collecting new tutes. Here is the plan I give to my own students.</p><h2>Weeks 1 to 4: close the gaps</h2><p>Take the last five papers and mark, question by question, green, yellow or red. Work on yellow first: it is the cheapest place to gain marks.</p><ul><li>Two pure questions in the morning, when you are fresh</li><li>One applied question in the evening</li><li>Sunday: sleep, then rewrite the worst answer of the week</li></ul><h2>Weeks 5 to 8: whole papers</h2><p>One full paper every three days, with a clock and without the phone. <strong>Mark it on the next day</strong>, never on the same night.</p><h2>Weeks 9 and 10: less</h2><p>Formula cards, one question a day, walks. You will not learn a new chapter now, and you do not need to.</p>',
  },
  {
    author: 'Dilini Wickramasinghe',
    title: 'Draw it first: why a bad sketch beats a good formula',
    tags: ['statics', 'problem solving'],
    status: 'published',
    daysAgo: 58,
    likes: 14,
    content:
      '<p>When a statics question goes wrong, nine times out of ten the force that is missing in the equation is also missing in the picture.</p><p>Before you write a single symbol, draw the body alone. Then ask three questions:</p><ol><li>What touches it? Every contact is a force.</li><li>What pulls it from far away? Usually only the Earth.</li><li>Which way would it move if I let go?</li></ol><blockquote>If you cannot draw it, you do not understand the question yet. That is not a failure, that is information.</blockquote><p>Try it with question 12 of the 2019 paper and tell me how it went.</p>',
  },
  {
    author: 'Dilini Wickramasinghe',
    title: 'Five integrals everyone should know by heart',
    tags: ['integration', 'revision'],
    status: 'draft',
    daysAgo: 3,
    likes: 0,
    content:
      '<p>Not because memorising is fun, but because recognising them saves eight minutes in the paper.</p><h2>1. The logarithm in disguise</h2><p>Whenever the top is the derivative of the bottom…</p>',
  },
  {
    author: 'Dilini Wickramasinghe',
    title: 'A letter to parents about mock exam marks',
    tags: ['parents'],
    status: 'draft',
    daysAgo: 20,
    likes: 0,
    content: '<p>Dear parents, a mock exam is a photograph, not a prophecy.</p>',
  },
  {
    author: 'Chandani Weerasinghe (චාන්දනී වීරසිංහ)',
    title: 'ශිෂ්‍යත්වයට කලින් මාසය: ළමයාටත් ඔබටත්',
    tags: ['ශිෂ්‍යත්ව', 'parents', 'Grade 5'],
    status: 'published',
    daysAgo: 34,
    likes: 27,
    content:
      '<p>විභාගයට තව මාසයයි. දැන් අලුත් දේවල් උගන්වන්න කාලය නෙවෙයි, නින්ද සහ සිනහව රැකගන්න කාලයයි.</p><ul><li>දවසකට එක ප්‍රශ්න පත්‍රයක් ප්‍රමාණවත්</li><li>රාත්‍රී නවයට කලින් නින්දට</li><li>අනිත් ළමයි එක්ක සසඳන්න එපා</li></ul><p>විභාගෙ ඉවර වුණාම අයිස්ක්‍රීම් එකක් කන්න යන්න. ලකුණු මොනවා වුණත්.</p>',
  },
  {
    author: 'Sivarajah Kumaran',
    title: 'இணைந்த கணிதம்: மாணவர்கள் அடிக்கடி விடும் ஏழு தவறுகள்',
    tags: ['இணைந்த கணிதம்', 'A/L'],
    status: 'published',
    daysAgo: 41,
    likes: 19,
    content:
      '<p>விடைத்தாள் திருத்தும் ஒவ்வொரு வருடமும் இதே தவறுகளையே காண்கிறேன்.</p><ol><li>வரைபடம் வரையாமல் சமன்பாடு எழுதுதல்</li><li>அலகுகளை மறத்தல்</li><li>தொகையிடலில் மாறிலி C ஐ விடுதல்</li><li>குறிகளைக் கவனிக்காமை</li><li>கேட்ட வினாவுக்கு விடை தராமை</li><li>படிகளைத் தவிர்த்தல்</li><li>நேரத்தைப் பங்கிடாமை</li></ol><p>ஒவ்வொரு வாரமும் ஒரு தவறை மட்டும் திருத்துங்கள். ஏழு வாரங்களில் வித்தியாசம் தெரியும்.</p>',
  },
  {
    author: 'Sharmila Devanesan',
    title: 'IELTS Writing Task 2: the paragraph that loses you a band',
    tags: ['IELTS', 'writing'],
    status: 'published',
    daysAgo: 9,
    likes: 33,
    content:
      '<p>It is almost always the second body paragraph. You have used your best idea, the clock says 14 minutes, and you begin to repeat yourself in longer words.</p><h2>What examiners see</h2><p>Task response drops, because the second idea is not developed. Cohesion drops, because the linking words are carrying nothing.</p><h2>What to do instead</h2><p>Plan two examples <em>before</em> you write the introduction. If you cannot find a second example in ninety seconds, choose the other side of the argument. You are not in court; nobody checks what you believe.</p>',
  },
  {
    author: 'Tharindu Rajapakse',
    title: 'You do not need a degree to start, you need a small product',
    tags: ['web development', 'careers'],
    status: 'published',
    daysAgo: 23,
    likes: 25,
    content:
      '<p>Every week somebody asks me which course to follow next. My answer is a question: what did you build with the last one?</p><p>Pick something your family needs: a price list for the shop, a bus timetable for your town, a page for the temple committee. Put it on a real address. Let real people complain.</p><h2>Why this works</h2><ul><li>You will meet every hard part of the job in a small size</li><li>You will have something to show, and a story to tell</li><li>You will learn what you actually enjoy</li></ul>',
  },
  {
    author: 'Nayomi Tennakoon',
    title: 'Hiragana in four weeks: my kitchen wall method',
    tags: ['Japanese', 'JLPT', 'beginners'],
    status: 'published',
    daysAgo: 66,
    likes: 16,
    content:
      '<p>Write five characters on a sheet every Monday and stick it where you make tea. That is the whole method. Tea is made three times a day, so you will see each of them twenty times by Sunday.</p><p>In week two, label the jars: しお for salt, さとう for sugar. In week four, take the labels off.</p>',
  },
  {
    author: 'Eshani Wijeratne',
    title: 'Fifteen minutes: what good practice looks like for a seven-year-old',
    tags: ['piano', 'parents', 'practice'],
    status: 'published',
    daysAgo: 80,
    likes: 12,
    content:
      '<p>Please do not ask for an hour. Fifteen minutes with attention are better than an hour with tears.</p><ol><li>Three minutes: one scale, slowly, listening to the last note</li><li>Eight minutes: the four hardest bars, hands apart, then together</li><li>Four minutes: play anything you love, loudly if you like</li></ol><p>And sit beside them, without your phone. That is the real lesson.</p>',
  },
  {
    author: 'Ruwan Dissanayake',
    title: 'Why your trial balance is out by 540',
    tags: ['accounting', 'A/L', 'O/L'],
    status: 'published',
    daysAgo: 47,
    likes: 9,
    content:
      '<p>If the difference can be divided by nine, you have swapped two digits. 540 is sixty nines: look for 1,060 written as 1,600, or 930 as 390… you get the idea.</p><p>If it is an even number, halve it: something was posted on the wrong side. Only when both fail should you start ticking every entry again.</p>',
  },
  {
    author: 'Mithila Sivapalan',
    title: 'What eight-year-olds taught me about debugging',
    tags: ['Scratch', 'children', 'robotics'],
    status: 'published',
    daysAgo: 28,
    likes: 18,
    content:
      '<p>Grown-ups say "it does not work". Abi, who is eight, says "the left wheel is a bit late". That is a bug report.</p><p>So now every child in our club has to say what they expected, what they saw, and what they will try. We even made a song of it. In Tamil it rhymes.</p>',
  },
  {
    author: 'Malini Gunasekara',
    title: 'One question, one plan, one essay',
    tags: ['political science', 'essay writing'],
    status: 'draft',
    daysAgo: 15,
    likes: 0,
    content: '<p>Every Wednesday for thirty years I have asked my girls the same thing: what does the question really ask?</p>',
  },
];
