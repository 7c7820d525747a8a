-- Rooms: who belongs to them, who is seen in them, and the question of the day.

create table rooms (
  id           uuid primary key,
  slug         text not null unique check (slug ~ '^[a-z0-9-]{1,60}$'),
  name         text not null,
  description  text not null default '',
  icon         text not null default '',
  -- free, club, vip, paid; anything else opens nothing
  access_level text not null,
  is_active    boolean not null default true,
  -- 0 until admins put rooms in order; those that stand alike are in the order of their making
  position     integer not null default 0 check (position >= 0),
  -- seconds a member waits between two posts; 0: none
  slow_seconds integer not null default 0 check (slow_seconds between 0 and 600),
  -- the number of the newest post: raised in the transaction that adds it, so commit order is number order
  last_number  bigint not null default 0,
  created_at   timestamptz not null
) with (fillfactor = 50); -- half of each page stays free, because every post raises the counter

-- What processes keep of a room is read anew.
create function notify_room() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'room_changed', 'roomId', old.id)::text);
  return null;
end $$;
-- the columns are named so that the counter, raised by every post, sends nothing
create trigger rooms_notify
  after update of slug, name, description, icon, access_level, is_active, slow_seconds on rooms
  for each row when ((old.slug, old.name, old.description, old.icon, old.access_level, old.is_active,
    old.slow_seconds) is distinct from (new.slug, new.name, new.description, new.icon,
    new.access_level, new.is_active, new.slow_seconds))
  execute function notify_room();
create trigger rooms_notify_deleted after delete on rooms
  for each row execute function notify_room();

-- the rooms a new club opens with
insert into rooms (id, slug, name, description, icon, access_level, created_at)
values
  ('c1ab0000-0000-4000-8000-000000000001', 'tresen', 'Am Tresen',
    'Ankommen, etwas bestellen, ins Gespräch kommen: Hier fängt der Abend an.',
    'glass', 'free', '2026-01-01T18:00:00Z'),
  ('c1ab0000-0000-4000-8000-000000000002', 'salon', 'Salon',
    'Für die großen Themen und die kleinen Beobachtungen, mit Zeit zum Zuhören.',
    'armchair', 'free', '2026-01-01T18:01:00Z'),
  ('c1ab0000-0000-4000-8000-000000000003', 'dachterrasse', 'Dachterrasse',
    'Leichte Worte unter freiem Himmel. Flirten ist ausdrücklich erlaubt.',
    'stars', 'free', '2026-01-01T18:02:00Z'),
  ('c1ab0000-0000-4000-8000-000000000004', 'kaminzimmer', 'Kaminzimmer',
    'Tiefe Sessel, ruhiger Ton: Gespräche unter verifizierten Mitgliedern.',
    'flame', 'club', '2026-01-01T18:03:00Z'),
  ('c1ab0000-0000-4000-8000-000000000005', 'tanzsaal', 'Tanzsaal',
    'Musik, lange Nächte und das Lied, das niemanden sitzen lässt. Für verifizierte Mitglieder.',
    'music', 'club', '2026-01-01T18:04:00Z'),
  ('c1ab0000-0000-4000-8000-000000000006', 'loge', 'Loge',
    'Der Platz mit der besten Sicht: kleiner Kreis, lange Abende, gute Gesellschaft.',
    'curtain', 'paid', '2026-01-01T18:05:00Z'),
  ('c1ab0000-0000-4000-8000-000000000007', 'blaue-stunde', 'Blaue Stunde',
    'Wenn der Abend am schönsten ist: der stillste Raum des Clubs, für wenige.',
    'moon', 'vip', '2026-01-01T18:06:00Z');

create table room_members (
  room_id    uuid not null references rooms on delete cascade,
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  -- memberships beyond what the plan holds rest; nothing of them is lost
  dormant_at timestamptz,
  -- its member wants to hear nothing of the room
  muted_at   timestamptz,
  primary key (room_id, user_id)
);
create index rooms_of_member on room_members (user_id);
create trigger room_members_notify after insert or update of dormant_at or delete on room_members
  for each row execute function notify_member('user_id');

-- Who does not want to be seen in a room, and sees nobody there. Who is where is kept in no table.
create table presence_off (
  user_id uuid primary key references users on delete cascade,
  since   timestamptz not null
);
create trigger presence_off_notify after insert or delete on presence_off
  for each row execute function notify_member('user_id');

create table icebreakers (
  id         uuid primary key,
  position   integer not null unique,
  de         text not null,
  en         text not null,
  -- no longer asked by itself; the days on which it was asked stay
  retired_at timestamptz,
  constraint icebreakers_length check (char_length(de) between 1 and 200 and char_length(en) between 1 and 200)
);

-- the questions a new club opens with
insert into icebreakers (id, position, de, en)
select ('1ceb0000-0000-4000-8000-' || lpad(position::text, 12, '0'))::uuid, position, de, en
from (values
  (1, 'Welche Kleinigkeit hat dir diese Woche den Tag gerettet?',
    'What small thing saved your day this week?'),
  (2, 'Wobei verlierst du jedes Gefühl für die Zeit?',
    'What makes you lose all sense of time?'),
  (3, 'Bei welchem Lied hält dich nichts mehr auf dem Stuhl?',
    'Which song gets you out of your chair every time?'),
  (4, 'Was hast du kürzlich zum ersten Mal gemacht?',
    'What have you recently done for the first time?'),
  (5, 'Welchen Ort in deiner Stadt zeigst du nur Menschen, die du magst?',
    'Which place in your city do you only show to people you like?'),
  (6, 'Was kochst du, wenn du jemanden beeindrucken willst?',
    'What do you cook when you want to impress someone?'),
  (7, 'Bei welchem Geruch bist du sofort wieder Kind?',
    'Which smell makes you a child again in an instant?'),
  (8, 'Welches Kompliment hast du nie vergessen?',
    'Which compliment have you never forgotten?'),
  (9, 'Was kannst du überraschend gut?',
    'What are you surprisingly good at?'),
  (10, 'Worüber hast du zuletzt Tränen gelacht?',
    'What last made you laugh until you cried?'),
  (11, 'Frühaufsteher oder Nachteule, und was verpassen die anderen?',
    'Early bird or night owl, and what are the others missing?'),
  (12, 'Welches Buch würdest du gern noch einmal zum ersten Mal lesen?',
    'Which book would you love to read again for the first time?'),
  (13, 'Wie sieht dein perfekter Sonntag aus, Stunde für Stunde?',
    'What does your perfect Sunday look like, hour by hour?'),
  (14, 'Was war die beste spontane Entscheidung deines Lebens?',
    'What was the best spur-of-the-moment decision of your life?'),
  (15, 'Woran merkst du, dass du jemandem vertraust?',
    'How can you tell that you trust someone?'),
  (16, 'Welche Angewohnheit hast du von deinen Eltern, obwohl du das nie wolltest?',
    'Which habit did you get from your parents although you swore you never would?'),
  (17, 'Berge, Meer oder Großstadt: Wohin fährst du, wenn dir alles zu viel wird?',
    'Mountains, sea or city: where do you go when it all gets too much?'),
  (18, 'Was lässt dich bei einem ersten Treffen länger bleiben als geplant?',
    'What makes you stay longer than planned on a first date?'),
  (19, 'Welche Frage wird dir viel zu selten gestellt?',
    'Which question do people ask you far too rarely?'),
  (20, 'Mit welchem Talent würdest du morgen gern aufwachen?',
    'Which talent would you like to wake up with tomorrow?'),
  (21, 'Was steht seit Jahren auf deiner Liste und wartet immer noch?',
    'What has been on your list for years and is still waiting?'),
  (22, 'Mit wem würdest du gern einen Abend an der Bar sitzen, egal aus welcher Zeit?',
    'Who would you like to share an evening at the bar with, from any time in history?'),
  (23, 'Welcher Film tröstet dich zuverlässig?',
    'Which film never fails to comfort you?'),
  (24, 'Was findest du anziehend, das man auf keinem Foto sehen kann?',
    'What do you find attractive that no photo can show?'),
  (25, 'Welchen Rat hast du in den Wind geschlagen und es nie bereut?',
    'Which piece of advice did you ignore and never regret ignoring?'),
  (26, 'Welches Wort magst du einfach wegen seines Klangs?',
    'Which word do you love just for its sound?'),
  (27, 'Wann warst du zuletzt richtig mutig?',
    'When were you last truly brave?'),
  (28, 'Was sollte man unbedingt einmal allein machen, und was auf keinen Fall?',
    'What should everyone do alone once, and what never?'),
  (29, 'Welcher Tanz, welches Instrument oder welche Sprache reizt dich noch?',
    'Which dance, instrument or language still tempts you?'),
  (30, 'Wofür gibst du ohne schlechtes Gewissen zu viel Geld aus?',
    'What do you happily spend too much money on?'),
  (31, 'Welche Jahreszeit passt zu dir, und warum?',
    'Which season suits you, and why?'),
  (32, 'Was war deine schönste Begegnung mit einem fremden Menschen?',
    'What is the loveliest encounter you have had with a stranger?'),
  (33, 'Welches Gericht schmeckt nur an einem einzigen Ort der Welt richtig?',
    'Which dish only tastes right in one single place in the world?'),
  (34, 'Worüber kannst du stundenlang reden?',
    'What could you talk about for hours?'),
  (35, 'Worüber hast du in den letzten Jahren deine Meinung geändert?',
    'What have you changed your mind about in recent years?'),
  (36, 'Wie lässt du einen langen Tag am liebsten ausklingen?',
    'What is your favourite way to end a long day?'),
  (37, 'Welcher Gegenstand bei dir zu Hause erzählt die beste Geschichte?',
    'Which object in your home tells the best story?'),
  (38, 'Was wird am meisten unterschätzt: Mittagsschlaf, Briefe oder Spaziergänge im Regen?',
    'Which is most underrated: naps, letters or walks in the rain?'),
  (39, 'Mit welchem Satz würdest du hier am liebsten angesprochen werden?',
    'What would you most like someone here to say to you first?'),
  (40, 'Welche Reise hat dich verändert?',
    'Which journey changed you?'),
  (41, 'Von welchem Fettnäpfchen kannst du heute lachend erzählen?',
    'Which faux pas of yours can you laugh about today?'),
  (42, 'Was macht einen Abend unvergesslich: der Ort, die Musik oder die Menschen?',
    'What makes an evening unforgettable: the place, the music or the people?'),
  (43, 'Woran hängst du, obwohl es für niemanden sonst einen Wert hat?',
    'What do you treasure although it is worth nothing to anyone else?'),
  (44, 'Wie flirtest du: mit Worten, mit Blicken oder ganz aus Versehen?',
    'How do you flirt: with words, with glances or entirely by accident?'),
  (45, 'Was konnte dein jüngeres Ich besser als du heute?',
    'What did your younger self do better than you do now?'),
  (46, 'Welches Konzert, welches Stück oder welches Bild hat dich umgehauen?',
    'Which concert, play or painting blew you away?'),
  (47, 'Was würdest du tun, wenn der nächste Monat nur dir gehörte?',
    'What would you do if next month belonged to you alone?'),
  (48, 'Welche kleine Höflichkeit ist dir wichtig?',
    'Which small courtesy matters to you?'),
  (49, 'Alle bringen etwas zum Abendessen mit. Was kommt von dir?',
    'Everyone brings something to dinner. What comes from you?'),
  (50, 'Welches Geräusch macht dich glücklich?',
    'Which sound makes you happy?'),
  (51, 'Woran hast du mit zwanzig fest geglaubt, heute aber nicht mehr?',
    'What did you firmly believe at twenty that you no longer do?'),
  (52, 'Wovon wünschst du dir dieses Jahr mehr, und wovon weniger?',
    'What would you like more of this year, and what less?'),
  (53, 'Wer hat dich zuletzt überrascht, und womit?',
    'Who surprised you last, and how?'),
  (54, 'Bei welchem Thema wirst du leidenschaftlich, auch wenn niemand gefragt hat?',
    'Which subject makes you passionate even when nobody asked?'),
  (55, 'Welche drei Dinge dürften in deiner eigenen Bar nicht fehlen?',
    'If you owned a bar, which three things would it have to have?'),
  (56, 'Wie zeigst du Zuneigung, ohne ein Wort zu sagen?',
    'How do you show affection without saying a word?'),
  (57, 'Welches Brett- oder Kartenspiel nimmst du viel zu ernst?',
    'Which board or card game do you take far too seriously?'),
  (58, 'Was hält dich nachts wach, im besten Sinne?',
    'What keeps you up at night, in the best sense?'),
  (59, 'Welche Geschichte erzählen deine Freunde immer wieder über dich?',
    'Which story do your friends keep telling about you?'),
  (60, 'Worauf freust du dich gerade am meisten?',
    'What are you looking forward to most right now?')
) as questions (position, de, en);

-- What is asked on a day: of days to come what admins chose, of today and before what was shown, in the
-- words in which it was shown. Whoever asks first on a day writes its row.
create table icebreaker_days (
  day           date primary key,
  icebreaker_id uuid not null references icebreakers on delete cascade,
  is_chosen     boolean not null,
  -- null until the day has come
  de            text,
  en            text,
  check ((de is null) = (en is null)),
  check (is_chosen or de is not null)
);
create index days_of_icebreaker on icebreaker_days (icebreaker_id, day);
