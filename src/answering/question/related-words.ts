import { analyze } from '../../retrieval/analysis/analyzer.ts';

/**
 * The synonym groups of an index term: `began` goes with `begin`, `constructed` with `built`. A term may be in several
 * groups, since words have several senses.
 *
 * @returns Group numbers; empty for a term of no group, and for every language but English.
 */
export function groupsOf(term: string, language: string | null): readonly number[] {
  return language === 'en' ? (english().groupsOf.get(term) ?? NONE) : NONE;
}

/** The terms of a group, by a number from `groupsOf`. */
export function membersOf(group: number): readonly string[] {
  return english().members[group]!;
}

const NONE: readonly number[] = [];

interface Groups {
  readonly groupsOf: ReadonlyMap<string, readonly number[]>;
  /** Terms of each group. */
  readonly members: readonly (readonly string[])[];
}

let groups: Groups | undefined;

function english(): Groups {
  groups ??= readGroups();
  return groups;
}

function readGroups(): Groups {
  const members = ENGLISH.trim()
    .split('\n')
    .map((words) => [
      ...new Set(words.split(' ').flatMap((word) => analyze(word, 'en').map(({ term }) => term))),
    ]);
  const groupsOf = new Map<string, number[]>();
  for (const [group, terms] of members.entries()) {
    for (const term of terms) groupsOf.set(term, [...(groupsOf.get(term) ?? []), group]);
  }
  return { groupsOf, members };
}

/** Forms of irregular verbs with their synonyms, then other synonyms: common words, since rare ones seldom match. */
const ENGLISH = `
arise arose arisen
awake awoke awoken wake woke woken
bear bore borne
beat beaten
become became
begin began begun start commence debut launch open premiere
bend bent
bind bound
bite bit bitten
blow blew blown
break broke broken
bring brought
broadcast air aired televise
build built construct construction erect erected raise
burn burnt
buy bought purchase acquire acquisition
catch caught capture seize
choose chose chosen choice select pick elect
come came arrive arrival
cost price fee charge worth expense
creep crept
deal dealt
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten consume
fall fell fallen
feed fed
feel felt
fight fought battle combat
find found discover discovery
flee fled escape
fly flew flown flight
forbid forbade forbidden ban banned prohibit outlaw
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten obtain receive gain
give gave given grant award donate provide
go went gone
grow grew grown growth increase
hang hung
hear heard
hide hid hidden
hold held
keep kept retain maintain
know knew known
lay laid
lead led leader leadership head
leave left depart departure
lend lent
lose lost loss defeat defeated
make made produce create manufacture production
mean meant
meet met
pay paid payment
ride rode ridden
rise rose risen
run ran
say said state stated claim
see saw seen
seek sought
sell sold sale
send sent dispatch
shake shook shaken
shoot shot
show showed shown display demonstrate
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken speech
spend spent
stand stood
steal stole stolen theft
strike struck
swim swam swum
take took taken
teach taught teacher educate education
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wear wore worn
win won winner victory victorious champion triumph
write wrote written author writer pen
found founded founder establish established establishment create creator form formation start set
born birth birthplace
die died death dead deceased pass
kill killed murder assassinate slay
locate located location situated lie lies lay
live lived reside residence resident inhabit inhabitant home
work job occupation profession career employ employed employment employer
marry married marriage wife husband spouse wed
child children son daughter kid
man men
woman women
person people
foot feet
mouse mice
tooth teeth
parent mother father
end ended finish conclude conclusion final close
happen occur occurrence occurred
call called name named term known dub
use used utilize employ usage
help aid assist assistance support
big large great huge biggest largest
small little tiny smallest
high tall highest tallest height
long length longest
old ancient age oldest
fast quick rapid speed
many numerous
near close nearby adjacent
film movie picture
car automobile vehicle
doctor physician
lawyer attorney
ship vessel boat
area region zone territory
country nation state
city town
population inhabitant resident people
war conflict
army troops soldier military force
king monarch ruler
rule ruled reign govern
make comprise consist compose
part component portion
type kind form sort
cause reason result lead
effect impact influence affect
change alter modify convert transform
remove delete drop eliminate
add append insert
stop halt cease
allow permit enable let
prevent avoid stop
need require requirement necessary must
want wish desire
try attempt
destroy raze demolish ruin
attack invade invasion assault
explain describe description
replace substitute successor succeed
important significant key major main primary principal chief
common usual frequent often typical
money fund financial
begin origin beginning
student pupil
school college
university college
disease illness sickness
drug medicine medication
cure treat treatment therapy
symptom sign
infect infection
spread transmit transmission
death mortality fatality
percent percentage proportion
amount quantity number
maximum limit upper most
minimum least lowest
default standard
error failure fault
delete erase remove
store save keep
share disclose disclosure
collect collection gather
information data
website site
email mail
user customer consumer
protect protection secure security safeguard
policy notice statement
opt choice choose
child minor
contact reach
buyer purchaser customer
year annual
month monthly
day daily
week weekly
religion religious faith
law legal legislation act
first initial initially earliest
last final latest
travel journey trip
music song
play perform performance
actor star portray
design designer architect
invent inventor invention
develop developer development
own owner belong property
company firm corporation business
boss head chief director
vote ballot
enforce enforcement
translate translation
teach instruct
believe belief think
oppose opposition against
agree agreement treaty
free freedom liberty
`;
