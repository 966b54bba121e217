/** A page is a list of blocks; only a PDF has more than one. */
export interface SampleText {
  readonly title: string;
  readonly pages: readonly (readonly SampleBlock[])[];
}

export type SampleBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

const heading = (text: string): SampleBlock => ({ kind: 'heading', text });
const paragraph = (text: string): SampleBlock => ({ kind: 'paragraph', text });

export const VISITOR_HANDBOOK: SampleText = {
  title: 'Harbour Lane Museum: Visitor Handbook',
  pages: [
    [
      heading('Opening hours'),
      paragraph(
        'The museum is open from Tuesday to Sunday between 10:00 and 18:00. On Thursdays the galleries stay open ' +
          'until 21:00. The museum is closed on Mondays, on 25 December and on 1 January.',
      ),
      paragraph(
        'Last admission is 45 minutes before closing. The cloakroom closes 15 minutes after the galleries.',
      ),
      heading('Getting here'),
      paragraph(
        'Tram line 4 stops at Harbour Lane, two minutes on foot from the main entrance. There is no car park, but ' +
          'six parking spaces for visitors with a disability badge are reserved in Quay Street.',
      ),
    ],
    [
      heading('Tickets'),
      paragraph(
        'An adult ticket costs 14 euros. A family ticket for two adults and up to three children costs 32 euros. ' +
          'Visitors under 18 and students of art history enter free of charge.',
      ),
      paragraph(
        'Tickets can be returned for a full refund until 24 hours before the visit. After that they can be moved to ' +
          'another day once, but not refunded.',
      ),
      heading('Guided tours'),
      paragraph(
        'A docent leads a free tour of the permanent collection every day at 11:30 and 15:00. Groups of more than ' +
          'twelve people must book a private tour at least ten days in advance.',
      ),
    ],
    [
      heading('House rules'),
      paragraph(
        'Photography without flash is welcome in the permanent collection. Tripods, selfie sticks and flash are not ' +
          'allowed anywhere in the building.',
      ),
      paragraph(
        'Bags larger than 40 by 30 centimetres must be left in the cloakroom. Food and drink, including water, may ' +
          'only be consumed in the café and in the courtyard.',
      ),
    ],
  ],
};

export const LOAN_POLICY: SampleText = {
  title: 'Loan Policy for the Collection',
  pages: [
    [
      heading('Who may borrow'),
      paragraph(
        'Works are lent to museums and public galleries that can show a facility report which is not older than two ' +
          'years. Works are not lent to private persons.',
      ),
      heading('Length of a loan'),
      paragraph(
        'A painting may be lent for at most nine months. Works on paper are lent for three months and must then rest ' +
          'in the dark for two years. An extension of a loan is decided by the head of conservation.',
      ),
      heading('Transport and insurance'),
      paragraph(
        'The borrower pays for transport, crates and insurance. A courier of the museum travels with every work that ' +
          'is insured for more than 500,000 euros.',
      ),
      heading('Climate and light'),
      {
        kind: 'table',
        rows: [
          ['Material', 'Relative humidity', 'Light'],
          ['Oil on canvas', '50 percent', '150 lux'],
          ['Works on paper', '45 percent', '50 lux'],
          ['Bronze', '40 percent', '300 lux'],
        ],
      },
      heading('Damage'),
      paragraph(
        'Damage is reported to the registrar by telephone within one hour and in writing within two days. Nobody ' +
          'but a conservator named by the museum may treat a damaged work.',
      ),
    ],
  ],
};

export const VISITOR_FAQ: SampleText = {
  title: 'Questions that visitors ask',
  pages: [
    [
      heading('Can I bring my dog?'),
      paragraph('Assistance dogs are welcome in all rooms. Other animals have to stay outside.'),
      heading('Is the building accessible by wheelchair?'),
      paragraph(
        'All galleries can be reached by lift. Four wheelchairs can be borrowed at the information desk without ' +
          'charge; an identity card is kept as a deposit.',
      ),
      heading('I lost something. What now?'),
      paragraph(
        'Lost property is kept at the information desk for thirty days and is then handed over to the city’s lost ' +
          'property office.',
      ),
      heading('Are there lockers?'),
      paragraph('The cloakroom has 200 lockers. They take a one euro coin, which is returned.'),
    ],
  ],
};

/** Text as it stands in XML and HTML, in attributes too. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
