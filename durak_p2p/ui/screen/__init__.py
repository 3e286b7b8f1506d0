"""The table on the whole screen.

`facts` what the table tells besides the cards; `model` what is shown, from one seat's view;
`selection` what the person has picked so far; `keys` what a key means; `render` the picture, as
text and style; `themes` colours; `glyphs` signs.  All of these are pure.  `application` alone
knows prompt-toolkit, and `screen` trio.
"""
