print('never')
